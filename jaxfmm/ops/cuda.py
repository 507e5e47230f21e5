def reason():
    return "not yet"
