"""The rates of this device, measured: `python -m jaxfmm.tune`."""
