// Written by custom_ops/generate.py: P2P for the sums that are used most.
#include "simd.h"

namespace {

struct Pair_7cb5136533af0a84 {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 0, RESULTS = 1;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = w[0];
    const T v4 = v0 * v0;
    const T v5 = v1 * v1;
    const T v6 = v4 + v5;
    const T v7 = v2 * v2;
    const T v8 = v6 + v7;
    const T v9 = rsqrt_apart_(v8);
    const T v10 = v3 * v9;
    acc[0] += v10;
  }
};

struct Pair_141fe3124bc8d67e {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 0, RESULTS = 4;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = w[0];
    const T v4 = v0 * v0;
    const T v5 = v1 * v1;
    const T v6 = v4 + v5;
    const T v7 = v2 * v2;
    const T v8 = v6 + v7;
    const T v9 = rsqrt_apart_(v8);
    const T v10 = v9 * v9;
    const T v11 = v3 * v9;
    const T v12 = v10 * v11;
    const T v13 = v0 * v12;
    const T v14 = -(v13);
    const T v15 = v1 * v12;
    const T v16 = -(v15);
    const T v17 = v2 * v12;
    const T v18 = -(v17);
    acc[0] += v11;
    acc[1] += v14;
    acc[2] += v16;
    acc[3] += v18;
  }
};

struct Pair_3f6439b0a48cdec2 {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 0, RESULTS = 3;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = w[0];
    const T v4 = v0 * v0;
    const T v5 = v1 * v1;
    const T v6 = v4 + v5;
    const T v7 = v2 * v2;
    const T v8 = v6 + v7;
    const T v9 = rsqrt_apart_(v8);
    const T v10 = v9 * v9;
    const T v11 = v9 * v10;
    const T v12 = v3 * v11;
    const T v13 = v0 * v12;
    const T v14 = -(v13);
    const T v15 = v1 * v12;
    const T v16 = -(v15);
    const T v17 = v2 * v12;
    const T v18 = -(v17);
    acc[0] += v14;
    acc[1] += v16;
    acc[2] += v18;
  }
};

struct Pair_c2990b65969eeaa4 {
  static constexpr int DIM = 3, WEIGHTS = 3, PARAMETERS = 0, RESULTS = 1;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = w[0];
    const T v4 = w[1];
    const T v5 = w[2];
    const T v6 = v0 * v0;
    const T v7 = v1 * v1;
    const T v8 = v6 + v7;
    const T v9 = v2 * v2;
    const T v10 = v8 + v9;
    const T v11 = v0 * v3;
    const T v12 = -(v11);
    const T v13 = v1 * v4;
    const T v14 = v12 - v13;
    const T v15 = v2 * v5;
    const T v16 = v14 - v15;
    const T v17 = rsqrt_apart_(v10);
    const T v18 = v17 * v17;
    const T v19 = v17 * v18;
    const T v20 = v16 * v19;
    const T v21 = -(v20);
    acc[0] += v21;
  }
};

struct Pair_834a46e7a98a2dbf {
  static constexpr int DIM = 3, WEIGHTS = 4, PARAMETERS = 0, RESULTS = 1;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = w[0];
    const T v4 = w[1];
    const T v5 = w[2];
    const T v6 = w[3];
    const T v7 = v0 * v0;
    const T v8 = v1 * v1;
    const T v9 = v7 + v8;
    const T v10 = v2 * v2;
    const T v11 = v9 + v10;
    const T v12 = v0 * v4;
    const T v13 = -(v12);
    const T v14 = v1 * v5;
    const T v15 = v13 - v14;
    const T v16 = v2 * v6;
    const T v17 = v15 - v16;
    const T v18 = rsqrt_apart_(v11);
    const T v19 = v18 * v18;
    const T v20 = v18 * v19;
    const T v21 = v3 * v18;
    const T v22 = v17 * v20;
    const T v23 = v21 - v22;
    acc[0] += v23;
  }
};

struct Pair_7727c5df360c1d40 {
  static constexpr int DIM = 3, WEIGHTS = 4, PARAMETERS = 0, RESULTS = 4;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = w[0];
    const T v4 = w[1];
    const T v5 = w[2];
    const T v6 = w[3];
    const T v7 = v0 * v0;
    const T v8 = v1 * v1;
    const T v9 = v7 + v8;
    const T v10 = v2 * v2;
    const T v11 = v9 + v10;
    const T v12 = v0 * v4;
    const T v13 = -(v12);
    const T v14 = v1 * v5;
    const T v15 = v13 - v14;
    const T v16 = v2 * v6;
    const T v17 = v15 - v16;
    const T v18 = rsqrt_apart_(v11);
    const T v19 = v18 * v18;
    const T v20 = v18 * v19;
    const T v21 = constant<T>(3.0) * v19;
    const T v22 = v3 * v18;
    const T v23 = v17 * v20;
    const T v24 = v22 - v23;
    const T v25 = v3 * v20;
    const T v26 = v4 * v20;
    const T v27 = v5 * v20;
    const T v28 = v6 * v20;
    const T v29 = v21 * v23;
    const T v30 = v29 - v25;
    const T v31 = v0 * v30;
    const T v32 = v26 + v31;
    const T v33 = v1 * v30;
    const T v34 = v27 + v33;
    const T v35 = v2 * v30;
    const T v36 = v28 + v35;
    acc[0] += v24;
    acc[1] += v32;
    acc[2] += v34;
    acc[3] += v36;
  }
};

struct Pair_26a3ffb13303431c {
  static constexpr int DIM = 3, WEIGHTS = 3, PARAMETERS = 0, RESULTS = 4;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = w[0];
    const T v4 = w[1];
    const T v5 = w[2];
    const T v6 = v0 * v0;
    const T v7 = v1 * v1;
    const T v8 = v6 + v7;
    const T v9 = v2 * v2;
    const T v10 = v8 + v9;
    const T v11 = v0 * v3;
    const T v12 = -(v11);
    const T v13 = v1 * v4;
    const T v14 = v12 - v13;
    const T v15 = v2 * v5;
    const T v16 = v14 - v15;
    const T v17 = rsqrt_apart_(v10);
    const T v18 = v17 * v17;
    const T v19 = v17 * v18;
    const T v20 = constant<T>(3.0) * v18;
    const T v21 = v16 * v19;
    const T v22 = -(v21);
    const T v23 = v3 * v19;
    const T v24 = v4 * v19;
    const T v25 = v5 * v19;
    const T v26 = v20 * v21;
    const T v27 = v0 * v26;
    const T v28 = v23 + v27;
    const T v29 = v1 * v26;
    const T v30 = v24 + v29;
    const T v31 = v2 * v26;
    const T v32 = v25 + v31;
    acc[0] += v22;
    acc[1] += v28;
    acc[2] += v30;
    acc[3] += v32;
  }
};

struct Pair_0253f88398f9082a {
  static constexpr int DIM = 3, WEIGHTS = 3, PARAMETERS = 0, RESULTS = 3;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = w[0];
    const T v4 = w[1];
    const T v5 = w[2];
    const T v6 = v0 * v0;
    const T v7 = v1 * v1;
    const T v8 = v6 + v7;
    const T v9 = v2 * v2;
    const T v10 = v8 + v9;
    const T v11 = v0 * v3;
    const T v12 = -(v11);
    const T v13 = v1 * v4;
    const T v14 = v12 - v13;
    const T v15 = v2 * v5;
    const T v16 = v14 - v15;
    const T v17 = rsqrt_apart_(v10);
    const T v18 = v17 * v17;
    const T v19 = v17 * v18;
    const T v20 = constant<T>(3.0) * v18;
    const T v21 = v19 * v20;
    const T v22 = v16 * v21;
    const T v23 = v0 * v22;
    const T v24 = v3 * v19;
    const T v25 = v23 + v24;
    const T v26 = v1 * v22;
    const T v27 = v4 * v19;
    const T v28 = v26 + v27;
    const T v29 = v2 * v22;
    const T v30 = v5 * v19;
    const T v31 = v29 + v30;
    acc[0] += v25;
    acc[1] += v28;
    acc[2] += v31;
  }
};

struct Pair_ac7784816de7cbef {
  static constexpr int DIM = 3, WEIGHTS = 4, PARAMETERS = 0, RESULTS = 3;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = w[0];
    const T v4 = w[1];
    const T v5 = w[2];
    const T v6 = w[3];
    const T v7 = v0 * v0;
    const T v8 = v1 * v1;
    const T v9 = v7 + v8;
    const T v10 = v2 * v2;
    const T v11 = v9 + v10;
    const T v12 = v0 * v4;
    const T v13 = -(v12);
    const T v14 = v1 * v5;
    const T v15 = v13 - v14;
    const T v16 = v2 * v6;
    const T v17 = v15 - v16;
    const T v18 = rsqrt_apart_(v11);
    const T v19 = v18 * v18;
    const T v20 = v18 * v19;
    const T v21 = constant<T>(3.0) * v19;
    const T v22 = v20 * v21;
    const T v23 = v3 * v20;
    const T v24 = v17 * v22;
    const T v25 = v24 - v23;
    const T v26 = v0 * v25;
    const T v27 = v4 * v20;
    const T v28 = v26 + v27;
    const T v29 = v1 * v25;
    const T v30 = v5 * v20;
    const T v31 = v29 + v30;
    const T v32 = v2 * v25;
    const T v33 = v6 * v20;
    const T v34 = v32 + v33;
    acc[0] += v28;
    acc[1] += v31;
    acc[2] += v34;
  }
};

struct Pair_67ac2525099851b4 {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 0, RESULTS = 10;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = w[0];
    const T v4 = v0 * v0;
    const T v5 = v1 * v1;
    const T v6 = v4 + v5;
    const T v7 = v2 * v2;
    const T v8 = v6 + v7;
    const T v9 = rsqrt_apart_(v8);
    const T v10 = v9 * v9;
    const T v11 = v9 * v10;
    const T v12 = constant<T>(3.0) * v10;
    const T v13 = v3 * v9;
    const T v14 = v3 * v11;
    const T v15 = v0 * v14;
    const T v16 = -(v15);
    const T v17 = v1 * v14;
    const T v18 = -(v17);
    const T v19 = v2 * v14;
    const T v20 = -(v19);
    const T v21 = v12 * v14;
    const T v22 = v4 * v21;
    const T v23 = v22 - v14;
    const T v24 = v1 * v21;
    const T v25 = v0 * v24;
    const T v26 = v2 * v21;
    const T v27 = v0 * v26;
    const T v28 = v1 * v24;
    const T v29 = v28 - v14;
    const T v30 = v1 * v26;
    const T v31 = v2 * v26;
    const T v32 = v31 - v14;
    acc[0] += v13;
    acc[1] += v16;
    acc[2] += v18;
    acc[3] += v20;
    acc[4] += v23;
    acc[5] += v25;
    acc[6] += v27;
    acc[7] += v29;
    acc[8] += v30;
    acc[9] += v32;
  }
};

struct Pair_56fa7bb4c205f27f {
  static constexpr int DIM = 3, WEIGHTS = 4, PARAMETERS = 0, RESULTS = 10;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = w[0];
    const T v4 = w[1];
    const T v5 = w[2];
    const T v6 = w[3];
    const T v7 = v0 * v0;
    const T v8 = v1 * v1;
    const T v9 = v7 + v8;
    const T v10 = v2 * v2;
    const T v11 = v9 + v10;
    const T v12 = v0 * v4;
    const T v13 = -(v12);
    const T v14 = v1 * v5;
    const T v15 = v13 - v14;
    const T v16 = v2 * v6;
    const T v17 = v15 - v16;
    const T v18 = rsqrt_apart_(v11);
    const T v19 = v18 * v18;
    const T v20 = v18 * v19;
    const T v21 = constant<T>(3.0) * v19;
    const T v22 = v20 * v21;
    const T v23 = constant<T>(5.0) * v19;
    const T v24 = v3 * v18;
    const T v25 = v17 * v20;
    const T v26 = v24 - v25;
    const T v27 = v3 * v20;
    const T v28 = v17 * v22;
    const T v29 = v28 - v27;
    const T v30 = v0 * v29;
    const T v31 = v4 * v20;
    const T v32 = v30 + v31;
    const T v33 = v1 * v29;
    const T v34 = v5 * v20;
    const T v35 = v33 + v34;
    const T v36 = v2 * v29;
    const T v37 = v6 * v20;
    const T v38 = v36 + v37;
    const T v39 = v3 * v22;
    const T v40 = v4 * v22;
    const T v41 = v0 * v40;
    const T v42 = v5 * v22;
    const T v43 = v1 * v40;
    const T v44 = v6 * v22;
    const T v45 = v2 * v40;
    const T v46 = v1 * v42;
    const T v47 = v2 * v42;
    const T v48 = v2 * v44;
    const T v49 = v23 * v28;
    const T v50 = v39 - v49;
    const T v51 = v0 * v50;
    const T v52 = v51 - v40;
    const T v53 = v0 * v52;
    const T v54 = v29 + v53;
    const T v55 = v54 - v41;
    const T v56 = v1 * v50;
    const T v57 = v56 - v42;
    const T v58 = v0 * v57;
    const T v59 = v58 - v43;
    const T v60 = v2 * v50;
    const T v61 = v60 - v44;
    const T v62 = v0 * v61;
    const T v63 = v62 - v45;
    const T v64 = v1 * v57;
    const T v65 = v29 + v64;
    const T v66 = v65 - v46;
    const T v67 = v1 * v61;
    const T v68 = v67 - v47;
    const T v69 = v2 * v61;
    const T v70 = v29 + v69;
    const T v71 = v70 - v48;
    acc[0] += v26;
    acc[1] += v32;
    acc[2] += v35;
    acc[3] += v38;
    acc[4] += v55;
    acc[5] += v59;
    acc[6] += v63;
    acc[7] += v66;
    acc[8] += v68;
    acc[9] += v71;
  }
};

struct Pair_60dbd7cc8d9ca2a5 {
  static constexpr int DIM = 3, WEIGHTS = 2, PARAMETERS = 0, RESULTS = 2;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = w[0];
    const T v4 = w[1];
    const T v5 = v0 * v0;
    const T v6 = v1 * v1;
    const T v7 = v5 + v6;
    const T v8 = v2 * v2;
    const T v9 = v7 + v8;
    const T v10 = rsqrt_apart_(v9);
    const T v11 = v3 * v10;
    const T v12 = v4 * v10;
    acc[0] += v11;
    acc[1] += v12;
  }
};

struct Pair_c9161f737e8a747a {
  static constexpr int DIM = 3, WEIGHTS = 4, PARAMETERS = 0, RESULTS = 4;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = w[0];
    const T v4 = w[1];
    const T v5 = w[2];
    const T v6 = w[3];
    const T v7 = v0 * v0;
    const T v8 = v1 * v1;
    const T v9 = v7 + v8;
    const T v10 = v2 * v2;
    const T v11 = v9 + v10;
    const T v12 = rsqrt_apart_(v11);
    const T v13 = v3 * v12;
    const T v14 = v4 * v12;
    const T v15 = v5 * v12;
    const T v16 = v6 * v12;
    acc[0] += v13;
    acc[1] += v14;
    acc[2] += v15;
    acc[3] += v16;
  }
};

struct Pair_35ae1b8de900c1a8 {
  static constexpr int DIM = 3, WEIGHTS = 2, PARAMETERS = 0, RESULTS = 8;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = w[0];
    const T v4 = w[1];
    const T v5 = v0 * v0;
    const T v6 = v1 * v1;
    const T v7 = v5 + v6;
    const T v8 = v2 * v2;
    const T v9 = v7 + v8;
    const T v10 = rsqrt_apart_(v9);
    const T v11 = v10 * v10;
    const T v12 = v10 * v11;
    const T v13 = v3 * v10;
    const T v14 = v3 * v12;
    const T v15 = v0 * v14;
    const T v16 = -(v15);
    const T v17 = v1 * v14;
    const T v18 = -(v17);
    const T v19 = v2 * v14;
    const T v20 = -(v19);
    const T v21 = v4 * v10;
    const T v22 = v4 * v12;
    const T v23 = v0 * v22;
    const T v24 = -(v23);
    const T v25 = v1 * v22;
    const T v26 = -(v25);
    const T v27 = v2 * v22;
    const T v28 = -(v27);
    acc[0] += v13;
    acc[1] += v21;
    acc[2] += v16;
    acc[3] += v24;
    acc[4] += v18;
    acc[5] += v26;
    acc[6] += v20;
    acc[7] += v28;
  }
};

struct Pair_8cda5037279c9d72 {
  static constexpr int DIM = 3, WEIGHTS = 4, PARAMETERS = 0, RESULTS = 16;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = w[0];
    const T v4 = w[1];
    const T v5 = w[2];
    const T v6 = w[3];
    const T v7 = v0 * v0;
    const T v8 = v1 * v1;
    const T v9 = v7 + v8;
    const T v10 = v2 * v2;
    const T v11 = v9 + v10;
    const T v12 = rsqrt_apart_(v11);
    const T v13 = v12 * v12;
    const T v14 = v12 * v13;
    const T v15 = v3 * v12;
    const T v16 = v3 * v14;
    const T v17 = v0 * v16;
    const T v18 = -(v17);
    const T v19 = v1 * v16;
    const T v20 = -(v19);
    const T v21 = v2 * v16;
    const T v22 = -(v21);
    const T v23 = v4 * v12;
    const T v24 = v4 * v14;
    const T v25 = v0 * v24;
    const T v26 = -(v25);
    const T v27 = v1 * v24;
    const T v28 = -(v27);
    const T v29 = v2 * v24;
    const T v30 = -(v29);
    const T v31 = v5 * v12;
    const T v32 = v5 * v14;
    const T v33 = v0 * v32;
    const T v34 = -(v33);
    const T v35 = v1 * v32;
    const T v36 = -(v35);
    const T v37 = v2 * v32;
    const T v38 = -(v37);
    const T v39 = v6 * v12;
    const T v40 = v6 * v14;
    const T v41 = v0 * v40;
    const T v42 = -(v41);
    const T v43 = v1 * v40;
    const T v44 = -(v43);
    const T v45 = v2 * v40;
    const T v46 = -(v45);
    acc[0] += v15;
    acc[1] += v23;
    acc[2] += v31;
    acc[3] += v39;
    acc[4] += v18;
    acc[5] += v26;
    acc[6] += v34;
    acc[7] += v42;
    acc[8] += v20;
    acc[9] += v28;
    acc[10] += v36;
    acc[11] += v44;
    acc[12] += v22;
    acc[13] += v30;
    acc[14] += v38;
    acc[15] += v46;
  }
};

struct Pair_a828f727049f8b1d {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 1;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = w[0];
    const T v4 = p[0];
    const T v5 = v0 * v0;
    const T v6 = v1 * v1;
    const T v7 = v5 + v6;
    const T v8 = v2 * v2;
    const T v9 = v7 + v8;
    const T v10 = v4 * v4;
    const T v11 = rsqrt_apart_(v9, v10);
    const T v12 = v3 * v11;
    acc[0] += v12;
  }
};

struct Pair_00dc697c788d8c0e {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 4;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = w[0];
    const T v4 = p[0];
    const T v5 = v0 * v0;
    const T v6 = v1 * v1;
    const T v7 = v5 + v6;
    const T v8 = v2 * v2;
    const T v9 = v7 + v8;
    const T v10 = v4 * v4;
    const T v11 = rsqrt_apart_(v9, v10);
    const T v12 = v11 * v11;
    const T v13 = v3 * v11;
    const T v14 = v12 * v13;
    const T v15 = v0 * v14;
    const T v16 = -(v15);
    const T v17 = v1 * v14;
    const T v18 = -(v17);
    const T v19 = v2 * v14;
    const T v20 = -(v19);
    acc[0] += v13;
    acc[1] += v16;
    acc[2] += v18;
    acc[3] += v20;
  }
};

struct Pair_6cf3800ea28768df {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 3;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = w[0];
    const T v4 = p[0];
    const T v5 = v0 * v0;
    const T v6 = v1 * v1;
    const T v7 = v5 + v6;
    const T v8 = v2 * v2;
    const T v9 = v7 + v8;
    const T v10 = v4 * v4;
    const T v11 = rsqrt_apart_(v9, v10);
    const T v12 = v11 * v11;
    const T v13 = v11 * v12;
    const T v14 = v3 * v13;
    const T v15 = v0 * v14;
    const T v16 = -(v15);
    const T v17 = v1 * v14;
    const T v18 = -(v17);
    const T v19 = v2 * v14;
    const T v20 = -(v19);
    acc[0] += v16;
    acc[1] += v18;
    acc[2] += v20;
  }
};

struct Pair_181771300952ba18 {
  static constexpr int DIM = 3, WEIGHTS = 3, PARAMETERS = 1, RESULTS = 1;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = w[0];
    const T v4 = w[1];
    const T v5 = w[2];
    const T v6 = p[0];
    const T v7 = v0 * v0;
    const T v8 = v1 * v1;
    const T v9 = v7 + v8;
    const T v10 = v2 * v2;
    const T v11 = v9 + v10;
    const T v12 = v6 * v6;
    const T v13 = v0 * v3;
    const T v14 = -(v13);
    const T v15 = v1 * v4;
    const T v16 = v14 - v15;
    const T v17 = v2 * v5;
    const T v18 = v16 - v17;
    const T v19 = rsqrt_apart_(v11, v12);
    const T v20 = v19 * v19;
    const T v21 = v19 * v20;
    const T v22 = v18 * v21;
    const T v23 = -(v22);
    acc[0] += v23;
  }
};

struct Pair_b79a768f57b8a114 {
  static constexpr int DIM = 3, WEIGHTS = 4, PARAMETERS = 1, RESULTS = 1;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = w[0];
    const T v4 = w[1];
    const T v5 = w[2];
    const T v6 = w[3];
    const T v7 = p[0];
    const T v8 = v0 * v0;
    const T v9 = v1 * v1;
    const T v10 = v8 + v9;
    const T v11 = v2 * v2;
    const T v12 = v10 + v11;
    const T v13 = v7 * v7;
    const T v14 = v0 * v4;
    const T v15 = -(v14);
    const T v16 = v1 * v5;
    const T v17 = v15 - v16;
    const T v18 = v2 * v6;
    const T v19 = v17 - v18;
    const T v20 = rsqrt_apart_(v12, v13);
    const T v21 = v20 * v20;
    const T v22 = v20 * v21;
    const T v23 = v3 * v20;
    const T v24 = v19 * v22;
    const T v25 = v23 - v24;
    acc[0] += v25;
  }
};

struct Pair_ec285f6454d9faab {
  static constexpr int DIM = 3, WEIGHTS = 4, PARAMETERS = 1, RESULTS = 4;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = w[0];
    const T v4 = w[1];
    const T v5 = w[2];
    const T v6 = w[3];
    const T v7 = p[0];
    const T v8 = v0 * v0;
    const T v9 = v1 * v1;
    const T v10 = v8 + v9;
    const T v11 = v2 * v2;
    const T v12 = v10 + v11;
    const T v13 = v7 * v7;
    const T v14 = v0 * v4;
    const T v15 = -(v14);
    const T v16 = v1 * v5;
    const T v17 = v15 - v16;
    const T v18 = v2 * v6;
    const T v19 = v17 - v18;
    const T v20 = rsqrt_apart_(v12, v13);
    const T v21 = v20 * v20;
    const T v22 = v20 * v21;
    const T v23 = constant<T>(3.0) * v21;
    const T v24 = v3 * v20;
    const T v25 = v19 * v22;
    const T v26 = v24 - v25;
    const T v27 = v3 * v22;
    const T v28 = v4 * v22;
    const T v29 = v5 * v22;
    const T v30 = v6 * v22;
    const T v31 = v23 * v25;
    const T v32 = v31 - v27;
    const T v33 = v0 * v32;
    const T v34 = v28 + v33;
    const T v35 = v1 * v32;
    const T v36 = v29 + v35;
    const T v37 = v2 * v32;
    const T v38 = v30 + v37;
    acc[0] += v26;
    acc[1] += v34;
    acc[2] += v36;
    acc[3] += v38;
  }
};

struct Pair_053cd14a4f6a0327 {
  static constexpr int DIM = 3, WEIGHTS = 3, PARAMETERS = 1, RESULTS = 4;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = w[0];
    const T v4 = w[1];
    const T v5 = w[2];
    const T v6 = p[0];
    const T v7 = v0 * v0;
    const T v8 = v1 * v1;
    const T v9 = v7 + v8;
    const T v10 = v2 * v2;
    const T v11 = v9 + v10;
    const T v12 = v6 * v6;
    const T v13 = v0 * v3;
    const T v14 = -(v13);
    const T v15 = v1 * v4;
    const T v16 = v14 - v15;
    const T v17 = v2 * v5;
    const T v18 = v16 - v17;
    const T v19 = rsqrt_apart_(v11, v12);
    const T v20 = v19 * v19;
    const T v21 = v19 * v20;
    const T v22 = constant<T>(3.0) * v20;
    const T v23 = v18 * v21;
    const T v24 = -(v23);
    const T v25 = v3 * v21;
    const T v26 = v4 * v21;
    const T v27 = v5 * v21;
    const T v28 = v22 * v23;
    const T v29 = v0 * v28;
    const T v30 = v25 + v29;
    const T v31 = v1 * v28;
    const T v32 = v26 + v31;
    const T v33 = v2 * v28;
    const T v34 = v27 + v33;
    acc[0] += v24;
    acc[1] += v30;
    acc[2] += v32;
    acc[3] += v34;
  }
};

struct Pair_5a0e045c11c8b171 {
  static constexpr int DIM = 3, WEIGHTS = 3, PARAMETERS = 1, RESULTS = 3;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = w[0];
    const T v4 = w[1];
    const T v5 = w[2];
    const T v6 = p[0];
    const T v7 = v0 * v0;
    const T v8 = v1 * v1;
    const T v9 = v7 + v8;
    const T v10 = v2 * v2;
    const T v11 = v9 + v10;
    const T v12 = v6 * v6;
    const T v13 = v0 * v3;
    const T v14 = -(v13);
    const T v15 = v1 * v4;
    const T v16 = v14 - v15;
    const T v17 = v2 * v5;
    const T v18 = v16 - v17;
    const T v19 = rsqrt_apart_(v11, v12);
    const T v20 = v19 * v19;
    const T v21 = v19 * v20;
    const T v22 = constant<T>(3.0) * v20;
    const T v23 = v21 * v22;
    const T v24 = v18 * v23;
    const T v25 = v0 * v24;
    const T v26 = v3 * v21;
    const T v27 = v25 + v26;
    const T v28 = v1 * v24;
    const T v29 = v4 * v21;
    const T v30 = v28 + v29;
    const T v31 = v2 * v24;
    const T v32 = v5 * v21;
    const T v33 = v31 + v32;
    acc[0] += v27;
    acc[1] += v30;
    acc[2] += v33;
  }
};

struct Pair_7aaede389284dce9 {
  static constexpr int DIM = 3, WEIGHTS = 4, PARAMETERS = 1, RESULTS = 3;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = w[0];
    const T v4 = w[1];
    const T v5 = w[2];
    const T v6 = w[3];
    const T v7 = p[0];
    const T v8 = v0 * v0;
    const T v9 = v1 * v1;
    const T v10 = v8 + v9;
    const T v11 = v2 * v2;
    const T v12 = v10 + v11;
    const T v13 = v7 * v7;
    const T v14 = v0 * v4;
    const T v15 = -(v14);
    const T v16 = v1 * v5;
    const T v17 = v15 - v16;
    const T v18 = v2 * v6;
    const T v19 = v17 - v18;
    const T v20 = rsqrt_apart_(v12, v13);
    const T v21 = v20 * v20;
    const T v22 = v20 * v21;
    const T v23 = constant<T>(3.0) * v21;
    const T v24 = v22 * v23;
    const T v25 = v3 * v22;
    const T v26 = v19 * v24;
    const T v27 = v26 - v25;
    const T v28 = v0 * v27;
    const T v29 = v4 * v22;
    const T v30 = v28 + v29;
    const T v31 = v1 * v27;
    const T v32 = v5 * v22;
    const T v33 = v31 + v32;
    const T v34 = v2 * v27;
    const T v35 = v6 * v22;
    const T v36 = v34 + v35;
    acc[0] += v30;
    acc[1] += v33;
    acc[2] += v36;
  }
};

struct Pair_b1e257e53d3aee8d {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 10;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = w[0];
    const T v4 = p[0];
    const T v5 = v0 * v0;
    const T v6 = v1 * v1;
    const T v7 = v5 + v6;
    const T v8 = v2 * v2;
    const T v9 = v7 + v8;
    const T v10 = v4 * v4;
    const T v11 = rsqrt_apart_(v9, v10);
    const T v12 = v11 * v11;
    const T v13 = v11 * v12;
    const T v14 = constant<T>(3.0) * v12;
    const T v15 = v3 * v11;
    const T v16 = v3 * v13;
    const T v17 = v0 * v16;
    const T v18 = -(v17);
    const T v19 = v1 * v16;
    const T v20 = -(v19);
    const T v21 = v2 * v16;
    const T v22 = -(v21);
    const T v23 = v14 * v16;
    const T v24 = v5 * v23;
    const T v25 = v24 - v16;
    const T v26 = v1 * v23;
    const T v27 = v0 * v26;
    const T v28 = v2 * v23;
    const T v29 = v0 * v28;
    const T v30 = v1 * v26;
    const T v31 = v30 - v16;
    const T v32 = v1 * v28;
    const T v33 = v2 * v28;
    const T v34 = v33 - v16;
    acc[0] += v15;
    acc[1] += v18;
    acc[2] += v20;
    acc[3] += v22;
    acc[4] += v25;
    acc[5] += v27;
    acc[6] += v29;
    acc[7] += v31;
    acc[8] += v32;
    acc[9] += v34;
  }
};

struct Pair_f6106be4ec8fb291 {
  static constexpr int DIM = 3, WEIGHTS = 4, PARAMETERS = 1, RESULTS = 10;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = w[0];
    const T v4 = w[1];
    const T v5 = w[2];
    const T v6 = w[3];
    const T v7 = p[0];
    const T v8 = v0 * v0;
    const T v9 = v1 * v1;
    const T v10 = v8 + v9;
    const T v11 = v2 * v2;
    const T v12 = v10 + v11;
    const T v13 = v7 * v7;
    const T v14 = v0 * v4;
    const T v15 = -(v14);
    const T v16 = v1 * v5;
    const T v17 = v15 - v16;
    const T v18 = v2 * v6;
    const T v19 = v17 - v18;
    const T v20 = rsqrt_apart_(v12, v13);
    const T v21 = v20 * v20;
    const T v22 = v20 * v21;
    const T v23 = constant<T>(3.0) * v21;
    const T v24 = v22 * v23;
    const T v25 = constant<T>(5.0) * v21;
    const T v26 = v3 * v20;
    const T v27 = v19 * v22;
    const T v28 = v26 - v27;
    const T v29 = v3 * v22;
    const T v30 = v19 * v24;
    const T v31 = v30 - v29;
    const T v32 = v0 * v31;
    const T v33 = v4 * v22;
    const T v34 = v32 + v33;
    const T v35 = v1 * v31;
    const T v36 = v5 * v22;
    const T v37 = v35 + v36;
    const T v38 = v2 * v31;
    const T v39 = v6 * v22;
    const T v40 = v38 + v39;
    const T v41 = v3 * v24;
    const T v42 = v4 * v24;
    const T v43 = v0 * v42;
    const T v44 = v5 * v24;
    const T v45 = v1 * v42;
    const T v46 = v6 * v24;
    const T v47 = v2 * v42;
    const T v48 = v1 * v44;
    const T v49 = v2 * v44;
    const T v50 = v2 * v46;
    const T v51 = v25 * v30;
    const T v52 = v41 - v51;
    const T v53 = v0 * v52;
    const T v54 = v53 - v42;
    const T v55 = v0 * v54;
    const T v56 = v31 + v55;
    const T v57 = v56 - v43;
    const T v58 = v1 * v52;
    const T v59 = v58 - v44;
    const T v60 = v0 * v59;
    const T v61 = v60 - v45;
    const T v62 = v2 * v52;
    const T v63 = v62 - v46;
    const T v64 = v0 * v63;
    const T v65 = v64 - v47;
    const T v66 = v1 * v59;
    const T v67 = v31 + v66;
    const T v68 = v67 - v48;
    const T v69 = v1 * v63;
    const T v70 = v69 - v49;
    const T v71 = v2 * v63;
    const T v72 = v31 + v71;
    const T v73 = v72 - v50;
    acc[0] += v28;
    acc[1] += v34;
    acc[2] += v37;
    acc[3] += v40;
    acc[4] += v57;
    acc[5] += v61;
    acc[6] += v65;
    acc[7] += v68;
    acc[8] += v70;
    acc[9] += v73;
  }
};

struct Pair_5934a9dca787b848 {
  static constexpr int DIM = 3, WEIGHTS = 2, PARAMETERS = 1, RESULTS = 2;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = w[0];
    const T v4 = w[1];
    const T v5 = p[0];
    const T v6 = v0 * v0;
    const T v7 = v1 * v1;
    const T v8 = v6 + v7;
    const T v9 = v2 * v2;
    const T v10 = v8 + v9;
    const T v11 = v5 * v5;
    const T v12 = rsqrt_apart_(v10, v11);
    const T v13 = v3 * v12;
    const T v14 = v4 * v12;
    acc[0] += v13;
    acc[1] += v14;
  }
};

struct Pair_0b67565319d8f5d0 {
  static constexpr int DIM = 3, WEIGHTS = 4, PARAMETERS = 1, RESULTS = 4;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = w[0];
    const T v4 = w[1];
    const T v5 = w[2];
    const T v6 = w[3];
    const T v7 = p[0];
    const T v8 = v0 * v0;
    const T v9 = v1 * v1;
    const T v10 = v8 + v9;
    const T v11 = v2 * v2;
    const T v12 = v10 + v11;
    const T v13 = v7 * v7;
    const T v14 = rsqrt_apart_(v12, v13);
    const T v15 = v3 * v14;
    const T v16 = v4 * v14;
    const T v17 = v5 * v14;
    const T v18 = v6 * v14;
    acc[0] += v15;
    acc[1] += v16;
    acc[2] += v17;
    acc[3] += v18;
  }
};

struct Pair_a34ffb96a5378a06 {
  static constexpr int DIM = 3, WEIGHTS = 2, PARAMETERS = 1, RESULTS = 8;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = w[0];
    const T v4 = w[1];
    const T v5 = p[0];
    const T v6 = v0 * v0;
    const T v7 = v1 * v1;
    const T v8 = v6 + v7;
    const T v9 = v2 * v2;
    const T v10 = v8 + v9;
    const T v11 = v5 * v5;
    const T v12 = rsqrt_apart_(v10, v11);
    const T v13 = v12 * v12;
    const T v14 = v12 * v13;
    const T v15 = v3 * v12;
    const T v16 = v3 * v14;
    const T v17 = v0 * v16;
    const T v18 = -(v17);
    const T v19 = v1 * v16;
    const T v20 = -(v19);
    const T v21 = v2 * v16;
    const T v22 = -(v21);
    const T v23 = v4 * v12;
    const T v24 = v4 * v14;
    const T v25 = v0 * v24;
    const T v26 = -(v25);
    const T v27 = v1 * v24;
    const T v28 = -(v27);
    const T v29 = v2 * v24;
    const T v30 = -(v29);
    acc[0] += v15;
    acc[1] += v23;
    acc[2] += v18;
    acc[3] += v26;
    acc[4] += v20;
    acc[5] += v28;
    acc[6] += v22;
    acc[7] += v30;
  }
};

struct Pair_4d3da76525f8c010 {
  static constexpr int DIM = 3, WEIGHTS = 4, PARAMETERS = 1, RESULTS = 16;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = w[0];
    const T v4 = w[1];
    const T v5 = w[2];
    const T v6 = w[3];
    const T v7 = p[0];
    const T v8 = v0 * v0;
    const T v9 = v1 * v1;
    const T v10 = v8 + v9;
    const T v11 = v2 * v2;
    const T v12 = v10 + v11;
    const T v13 = v7 * v7;
    const T v14 = rsqrt_apart_(v12, v13);
    const T v15 = v14 * v14;
    const T v16 = v14 * v15;
    const T v17 = v3 * v14;
    const T v18 = v3 * v16;
    const T v19 = v0 * v18;
    const T v20 = -(v19);
    const T v21 = v1 * v18;
    const T v22 = -(v21);
    const T v23 = v2 * v18;
    const T v24 = -(v23);
    const T v25 = v4 * v14;
    const T v26 = v4 * v16;
    const T v27 = v0 * v26;
    const T v28 = -(v27);
    const T v29 = v1 * v26;
    const T v30 = -(v29);
    const T v31 = v2 * v26;
    const T v32 = -(v31);
    const T v33 = v5 * v14;
    const T v34 = v5 * v16;
    const T v35 = v0 * v34;
    const T v36 = -(v35);
    const T v37 = v1 * v34;
    const T v38 = -(v37);
    const T v39 = v2 * v34;
    const T v40 = -(v39);
    const T v41 = v6 * v14;
    const T v42 = v6 * v16;
    const T v43 = v0 * v42;
    const T v44 = -(v43);
    const T v45 = v1 * v42;
    const T v46 = -(v45);
    const T v47 = v2 * v42;
    const T v48 = -(v47);
    acc[0] += v17;
    acc[1] += v25;
    acc[2] += v33;
    acc[3] += v41;
    acc[4] += v20;
    acc[5] += v28;
    acc[6] += v36;
    acc[7] += v44;
    acc[8] += v22;
    acc[9] += v30;
    acc[10] += v38;
    acc[11] += v46;
    acc[12] += v24;
    acc[13] += v32;
    acc[14] += v40;
    acc[15] += v48;
  }
};

struct Pair_04cec50d281edc78 {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 1;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    T near;
    {
      const T v0 = d[0];
      const T v1 = d[1];
      const T v2 = d[2];
      const T v3 = p[0];
      const T v4 = v0 * v0;
      const T v5 = v1 * v1;
      const T v6 = v4 + v5;
      const T v7 = v2 * v2;
      const T v8 = v6 + v7;
      const T v9 = v3 * constant<T>(2.799999952316284);
      const T v10 = v9 * v9;
      const T v11 = v10 - v8;
      near = v11;
    }
    if (any_(near > T())) {
      const T v0 = d[0];
      const T v1 = d[1];
      const T v2 = d[2];
      const T v3 = w[0];
      const T v4 = p[0];
      const T v5 = v0 * v0;
      const T v6 = v1 * v1;
      const T v7 = v5 + v6;
      const T v8 = v2 * v2;
      const T v9 = v7 + v8;
      const mask_t<T> v10 = constant<T>(0.0) < v9;
      const T v11 = v4 * constant<T>(2.799999952316284);
      const mask_t<T> v12 = constant<T>(0.0) < v11;
      const T v13 = select_(v12, v11, constant<T>(1.0));
      const T v14 = constant<T>(1.0) / v13;
      const T v15 = constant<T>(2.0) * v14;
      const T v16 = select_(v10, v15, constant<T>(0.0));
      const T v17 = rsqrt_apart_(v9);
      const T v18 = v9 * v17;
      const T v19 = v14 * v18;
      const mask_t<T> v20 = v19 < constant<T>(1.0);
      const mask_t<T> v21 = v12 & v20;
      const T v22 = select_(v21, v19, constant<T>(1.0));
      const mask_t<T> v23 = v22 < constant<T>(0.5);
      const T v24 = select_(v23, v16, v17);
      const T v25 = constant<T>(1.0) - v22;
      const T v26 = constant<T>(2.133333444595337) * v22;
      const T v27 = constant<T>(1.0666667222976685) + v26;
      const T v28 = v25 * v25;
      const T v29 = v25 * v28;
      const T v30 = constant<T>(3.200000047683716) * v22;
      const T v31 = constant<T>(4.800000190734863) - v30;
      const T v32 = v22 * v31;
      const T v33 = v22 * v32;
      const T v34 = constant<T>(-2.6666667461395264) + v33;
      const T v35 = v22 * v34;
      const T v36 = v22 * v35;
      const T v37 = constant<T>(1.399999976158142) + v36;
      const T v38 = v28 * v29;
      const T v39 = v27 * v38;
      const T v40 = constant<T>(1.0) - v39;
      const T v41 = select_(v23, v37, v40);
      const T v42 = v24 * v41;
      const T v43 = v3 * v42;
      acc[0] += v43;
    } else {
      const T v0 = d[0];
      const T v1 = d[1];
      const T v2 = d[2];
      const T v3 = w[0];
      const T v4 = v0 * v0;
      const T v5 = v1 * v1;
      const T v6 = v4 + v5;
      const T v7 = v2 * v2;
      const T v8 = v6 + v7;
      const T v9 = rsqrt_apart_(v8);
      const T v10 = v3 * v9;
      acc[0] += v10;
    }
  }
};

struct Pair_6bfe4e47166a2b37 {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 4;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    T near;
    {
      const T v0 = d[0];
      const T v1 = d[1];
      const T v2 = d[2];
      const T v3 = p[0];
      const T v4 = v0 * v0;
      const T v5 = v1 * v1;
      const T v6 = v4 + v5;
      const T v7 = v2 * v2;
      const T v8 = v6 + v7;
      const T v9 = v3 * constant<T>(2.799999952316284);
      const T v10 = v9 * v9;
      const T v11 = v10 - v8;
      near = v11;
    }
    if (any_(near > T())) {
      const T v0 = d[0];
      const T v1 = d[1];
      const T v2 = d[2];
      const T v3 = w[0];
      const T v4 = p[0];
      const T v5 = v0 * v0;
      const T v6 = v1 * v1;
      const T v7 = v5 + v6;
      const T v8 = v2 * v2;
      const T v9 = v7 + v8;
      const mask_t<T> v10 = constant<T>(0.0) < v9;
      const T v11 = v4 * constant<T>(2.799999952316284);
      const mask_t<T> v12 = constant<T>(0.0) < v11;
      const T v13 = select_(v12, v11, constant<T>(1.0));
      const T v14 = constant<T>(1.0) / v13;
      const T v15 = constant<T>(2.0) * v14;
      const T v16 = select_(v10, v15, constant<T>(0.0));
      const T v17 = rsqrt_apart_(v9);
      const T v18 = v9 * v17;
      const T v19 = v14 * v18;
      const mask_t<T> v20 = v19 < constant<T>(1.0);
      const mask_t<T> v21 = v12 & v20;
      const T v22 = select_(v21, v19, constant<T>(1.0));
      const mask_t<T> v23 = v22 < constant<T>(0.5);
      const T v24 = select_(v23, v16, v17);
      const T v25 = constant<T>(1.0) - v22;
      const T v26 = constant<T>(2.133333444595337) * v22;
      const T v27 = constant<T>(1.0666667222976685) + v26;
      const T v28 = v25 * v25;
      const T v29 = constant<T>(3.200000047683716) * v22;
      const T v30 = constant<T>(4.800000190734863) - v29;
      const T v31 = v22 * v30;
      const T v32 = v22 * v31;
      const T v33 = constant<T>(-2.6666667461395264) + v32;
      const T v34 = v22 * v33;
      const T v35 = v22 * v34;
      const T v36 = constant<T>(1.399999976158142) + v35;
      const T v37 = constant<T>(10.666666984558105) * v22;
      const T v38 = constant<T>(-4.266666889190674) - v37;
      const T v39 = v22 * v38;
      const T v40 = constant<T>(-1.0666667222976685) + v39;
      const T v41 = v24 * v24;
      const T v42 = v24 * v41;
      const T v43 = constant<T>(4.0) * v22;
      const T v44 = constant<T>(4.800000190734863) - v43;
      const T v45 = v22 * v44;
      const T v46 = v22 * v45;
      const T v47 = constant<T>(-1.3333333730697632) + v46;
      const T v48 = v28 * v28;
      const T v49 = v25 * v48;
      const T v50 = v27 * v49;
      const T v51 = constant<T>(1.0) - v50;
      const T v52 = select_(v23, v36, v51);
      const T v53 = v24 * v52;
      const T v54 = v40 * v48;
      const T v55 = constant<T>(-1.0) - v54;
      const T v56 = select_(v23, v47, v55);
      const T v57 = v42 * v56;
      const T v58 = v3 * v53;
      const T v59 = v3 * v57;
      const T v60 = v0 * v59;
      const T v61 = v1 * v59;
      const T v62 = v2 * v59;
      acc[0] += v58;
      acc[1] += v60;
      acc[2] += v61;
      acc[3] += v62;
    } else {
      const T v0 = d[0];
      const T v1 = d[1];
      const T v2 = d[2];
      const T v3 = w[0];
      const T v4 = v0 * v0;
      const T v5 = v1 * v1;
      const T v6 = v4 + v5;
      const T v7 = v2 * v2;
      const T v8 = v6 + v7;
      const T v9 = rsqrt_apart_(v8);
      const T v10 = v9 * v9;
      const T v11 = v3 * v9;
      const T v12 = v10 * v11;
      const T v13 = v0 * v12;
      const T v14 = -(v13);
      const T v15 = v1 * v12;
      const T v16 = -(v15);
      const T v17 = v2 * v12;
      const T v18 = -(v17);
      acc[0] += v11;
      acc[1] += v14;
      acc[2] += v16;
      acc[3] += v18;
    }
  }
};

struct Pair_3e02509634336242 {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 3;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    T near;
    {
      const T v0 = d[0];
      const T v1 = d[1];
      const T v2 = d[2];
      const T v3 = p[0];
      const T v4 = v0 * v0;
      const T v5 = v1 * v1;
      const T v6 = v4 + v5;
      const T v7 = v2 * v2;
      const T v8 = v6 + v7;
      const T v9 = v3 * constant<T>(2.799999952316284);
      const T v10 = v9 * v9;
      const T v11 = v10 - v8;
      near = v11;
    }
    if (any_(near > T())) {
      const T v0 = d[0];
      const T v1 = d[1];
      const T v2 = d[2];
      const T v3 = w[0];
      const T v4 = p[0];
      const T v5 = v0 * v0;
      const T v6 = v1 * v1;
      const T v7 = v5 + v6;
      const T v8 = v2 * v2;
      const T v9 = v7 + v8;
      const mask_t<T> v10 = constant<T>(0.0) < v9;
      const T v11 = v4 * constant<T>(2.799999952316284);
      const mask_t<T> v12 = constant<T>(0.0) < v11;
      const T v13 = select_(v12, v11, constant<T>(1.0));
      const T v14 = constant<T>(1.0) / v13;
      const T v15 = constant<T>(2.0) * v14;
      const T v16 = select_(v10, v15, constant<T>(0.0));
      const T v17 = rsqrt_apart_(v9);
      const T v18 = v9 * v17;
      const T v19 = v14 * v18;
      const mask_t<T> v20 = v19 < constant<T>(1.0);
      const mask_t<T> v21 = v12 & v20;
      const T v22 = select_(v21, v19, constant<T>(1.0));
      const mask_t<T> v23 = v22 < constant<T>(0.5);
      const T v24 = select_(v23, v16, v17);
      const T v25 = constant<T>(1.0) - v22;
      const T v26 = v25 * v25;
      const T v27 = constant<T>(10.666666984558105) * v22;
      const T v28 = constant<T>(-4.266666889190674) - v27;
      const T v29 = v22 * v28;
      const T v30 = constant<T>(-1.0666667222976685) + v29;
      const T v31 = v24 * v24;
      const T v32 = v24 * v31;
      const T v33 = constant<T>(4.0) * v22;
      const T v34 = constant<T>(4.800000190734863) - v33;
      const T v35 = v22 * v34;
      const T v36 = v22 * v35;
      const T v37 = constant<T>(-1.3333333730697632) + v36;
      const T v38 = v26 * v26;
      const T v39 = v30 * v38;
      const T v40 = constant<T>(-1.0) - v39;
      const T v41 = select_(v23, v37, v40);
      const T v42 = v32 * v41;
      const T v43 = v3 * v42;
      const T v44 = v0 * v43;
      const T v45 = v1 * v43;
      const T v46 = v2 * v43;
      acc[0] += v44;
      acc[1] += v45;
      acc[2] += v46;
    } else {
      const T v0 = d[0];
      const T v1 = d[1];
      const T v2 = d[2];
      const T v3 = w[0];
      const T v4 = v0 * v0;
      const T v5 = v1 * v1;
      const T v6 = v4 + v5;
      const T v7 = v2 * v2;
      const T v8 = v6 + v7;
      const T v9 = rsqrt_apart_(v8);
      const T v10 = v9 * v9;
      const T v11 = v9 * v10;
      const T v12 = v3 * v11;
      const T v13 = v0 * v12;
      const T v14 = -(v13);
      const T v15 = v1 * v12;
      const T v16 = -(v15);
      const T v17 = v2 * v12;
      const T v18 = -(v17);
      acc[0] += v14;
      acc[1] += v16;
      acc[2] += v18;
    }
  }
};

struct Pair_50051798745f188a {
  static constexpr int DIM = 3, WEIGHTS = 3, PARAMETERS = 1, RESULTS = 1;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    T near;
    {
      const T v0 = d[0];
      const T v1 = d[1];
      const T v2 = d[2];
      const T v3 = p[0];
      const T v4 = v0 * v0;
      const T v5 = v1 * v1;
      const T v6 = v4 + v5;
      const T v7 = v2 * v2;
      const T v8 = v6 + v7;
      const T v9 = v3 * constant<T>(2.799999952316284);
      const T v10 = v9 * v9;
      const T v11 = v10 - v8;
      near = v11;
    }
    if (any_(near > T())) {
      const T v0 = d[0];
      const T v1 = d[1];
      const T v2 = d[2];
      const T v3 = w[0];
      const T v4 = w[1];
      const T v5 = w[2];
      const T v6 = p[0];
      const T v7 = v0 * v0;
      const T v8 = v1 * v1;
      const T v9 = v7 + v8;
      const T v10 = v2 * v2;
      const T v11 = v9 + v10;
      const mask_t<T> v12 = constant<T>(0.0) < v11;
      const T v13 = v6 * constant<T>(2.799999952316284);
      const mask_t<T> v14 = constant<T>(0.0) < v13;
      const T v15 = select_(v14, v13, constant<T>(1.0));
      const T v16 = constant<T>(1.0) / v15;
      const T v17 = constant<T>(2.0) * v16;
      const T v18 = select_(v12, v17, constant<T>(0.0));
      const T v19 = v0 * v3;
      const T v20 = -(v19);
      const T v21 = v1 * v4;
      const T v22 = v20 - v21;
      const T v23 = v2 * v5;
      const T v24 = v22 - v23;
      const T v25 = rsqrt_apart_(v11);
      const T v26 = v11 * v25;
      const T v27 = v16 * v26;
      const mask_t<T> v28 = v27 < constant<T>(1.0);
      const mask_t<T> v29 = v14 & v28;
      const T v30 = select_(v29, v27, constant<T>(1.0));
      const mask_t<T> v31 = v30 < constant<T>(0.5);
      const T v32 = select_(v31, v18, v25);
      const T v33 = constant<T>(1.0) - v30;
      const T v34 = v33 * v33;
      const T v35 = constant<T>(10.666666984558105) * v30;
      const T v36 = constant<T>(-4.266666889190674) - v35;
      const T v37 = v30 * v36;
      const T v38 = constant<T>(-1.0666667222976685) + v37;
      const T v39 = v32 * v32;
      const T v40 = v32 * v39;
      const T v41 = constant<T>(4.0) * v30;
      const T v42 = constant<T>(4.800000190734863) - v41;
      const T v43 = v30 * v42;
      const T v44 = v30 * v43;
      const T v45 = constant<T>(-1.3333333730697632) + v44;
      const T v46 = v34 * v34;
      const T v47 = v38 * v46;
      const T v48 = constant<T>(-1.0) - v47;
      const T v49 = select_(v31, v45, v48);
      const T v50 = v40 * v49;
      const T v51 = v24 * v50;
      acc[0] += v51;
    } else {
      const T v0 = d[0];
      const T v1 = d[1];
      const T v2 = d[2];
      const T v3 = w[0];
      const T v4 = w[1];
      const T v5 = w[2];
      const T v6 = v0 * v0;
      const T v7 = v1 * v1;
      const T v8 = v6 + v7;
      const T v9 = v2 * v2;
      const T v10 = v8 + v9;
      const T v11 = v0 * v3;
      const T v12 = -(v11);
      const T v13 = v1 * v4;
      const T v14 = v12 - v13;
      const T v15 = v2 * v5;
      const T v16 = v14 - v15;
      const T v17 = rsqrt_apart_(v10);
      const T v18 = v17 * v17;
      const T v19 = v17 * v18;
      const T v20 = v16 * v19;
      const T v21 = -(v20);
      acc[0] += v21;
    }
  }
};

struct Pair_28566f2f77b420c6 {
  static constexpr int DIM = 3, WEIGHTS = 4, PARAMETERS = 1, RESULTS = 1;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    T near;
    {
      const T v0 = d[0];
      const T v1 = d[1];
      const T v2 = d[2];
      const T v3 = p[0];
      const T v4 = v0 * v0;
      const T v5 = v1 * v1;
      const T v6 = v4 + v5;
      const T v7 = v2 * v2;
      const T v8 = v6 + v7;
      const T v9 = v3 * constant<T>(2.799999952316284);
      const T v10 = v9 * v9;
      const T v11 = v10 - v8;
      near = v11;
    }
    if (any_(near > T())) {
      const T v0 = d[0];
      const T v1 = d[1];
      const T v2 = d[2];
      const T v3 = w[0];
      const T v4 = w[1];
      const T v5 = w[2];
      const T v6 = w[3];
      const T v7 = p[0];
      const T v8 = v0 * v0;
      const T v9 = v1 * v1;
      const T v10 = v8 + v9;
      const T v11 = v2 * v2;
      const T v12 = v10 + v11;
      const mask_t<T> v13 = constant<T>(0.0) < v12;
      const T v14 = v7 * constant<T>(2.799999952316284);
      const mask_t<T> v15 = constant<T>(0.0) < v14;
      const T v16 = select_(v15, v14, constant<T>(1.0));
      const T v17 = constant<T>(1.0) / v16;
      const T v18 = constant<T>(2.0) * v17;
      const T v19 = select_(v13, v18, constant<T>(0.0));
      const T v20 = v0 * v4;
      const T v21 = -(v20);
      const T v22 = v1 * v5;
      const T v23 = v21 - v22;
      const T v24 = v2 * v6;
      const T v25 = v23 - v24;
      const T v26 = rsqrt_apart_(v12);
      const T v27 = v12 * v26;
      const T v28 = v17 * v27;
      const mask_t<T> v29 = v28 < constant<T>(1.0);
      const mask_t<T> v30 = v15 & v29;
      const T v31 = select_(v30, v28, constant<T>(1.0));
      const mask_t<T> v32 = v31 < constant<T>(0.5);
      const T v33 = select_(v32, v19, v26);
      const T v34 = constant<T>(1.0) - v31;
      const T v35 = constant<T>(2.133333444595337) * v31;
      const T v36 = constant<T>(1.0666667222976685) + v35;
      const T v37 = v34 * v34;
      const T v38 = constant<T>(3.200000047683716) * v31;
      const T v39 = constant<T>(4.800000190734863) - v38;
      const T v40 = v31 * v39;
      const T v41 = v31 * v40;
      const T v42 = constant<T>(-2.6666667461395264) + v41;
      const T v43 = v31 * v42;
      const T v44 = v31 * v43;
      const T v45 = constant<T>(1.399999976158142) + v44;
      const T v46 = constant<T>(10.666666984558105) * v31;
      const T v47 = constant<T>(-4.266666889190674) - v46;
      const T v48 = v31 * v47;
      const T v49 = constant<T>(-1.0666667222976685) + v48;
      const T v50 = v33 * v33;
      const T v51 = v33 * v50;
      const T v52 = constant<T>(4.0) * v31;
      const T v53 = constant<T>(4.800000190734863) - v52;
      const T v54 = v31 * v53;
      const T v55 = v31 * v54;
      const T v56 = constant<T>(-1.3333333730697632) + v55;
      const T v57 = v37 * v37;
      const T v58 = v34 * v57;
      const T v59 = v36 * v58;
      const T v60 = constant<T>(1.0) - v59;
      const T v61 = select_(v32, v45, v60);
      const T v62 = v33 * v61;
      const T v63 = v49 * v57;
      const T v64 = constant<T>(-1.0) - v63;
      const T v65 = select_(v32, v56, v64);
      const T v66 = v51 * v65;
      const T v67 = v3 * v62;
      const T v68 = v25 * v66;
      const T v69 = v67 + v68;
      acc[0] += v69;
    } else {
      const T v0 = d[0];
      const T v1 = d[1];
      const T v2 = d[2];
      const T v3 = w[0];
      const T v4 = w[1];
      const T v5 = w[2];
      const T v6 = w[3];
      const T v7 = v0 * v0;
      const T v8 = v1 * v1;
      const T v9 = v7 + v8;
      const T v10 = v2 * v2;
      const T v11 = v9 + v10;
      const T v12 = v0 * v4;
      const T v13 = -(v12);
      const T v14 = v1 * v5;
      const T v15 = v13 - v14;
      const T v16 = v2 * v6;
      const T v17 = v15 - v16;
      const T v18 = rsqrt_apart_(v11);
      const T v19 = v18 * v18;
      const T v20 = v18 * v19;
      const T v21 = v3 * v18;
      const T v22 = v17 * v20;
      const T v23 = v21 - v22;
      acc[0] += v23;
    }
  }
};

struct Pair_aa1b1d0a94fb2eb0 {
  static constexpr int DIM = 4, WEIGHTS = 2, PARAMETERS = 0, RESULTS = 1;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    T near;
    {
      const T v0 = w[1];
      const T v1 = d[0];
      const T v2 = d[1];
      const T v3 = d[2];
      const T v4 = d[3];
      const mask_t<T> v5 = constant<T>(0.0) < v4;
      const T v6 = select_(v5, v4, constant<T>(0.0));
      const T v7 = v0 + v6;
      const T v8 = v1 * v1;
      const T v9 = v2 * v2;
      const T v10 = v8 + v9;
      const T v11 = v3 * v3;
      const T v12 = v10 + v11;
      const T v13 = v7 * constant<T>(2.799999952316284);
      const T v14 = v13 * v13;
      const T v15 = v14 - v12;
      near = v15;
    }
    if (any_(near > T())) {
      const T v0 = w[1];
      const T v1 = w[0];
      const T v2 = d[0];
      const T v3 = d[1];
      const T v4 = d[2];
      const T v5 = d[3];
      const mask_t<T> v6 = constant<T>(0.0) < v5;
      const T v7 = select_(v6, v5, constant<T>(0.0));
      const T v8 = v0 + v7;
      const T v9 = v2 * v2;
      const T v10 = v3 * v3;
      const T v11 = v9 + v10;
      const T v12 = v4 * v4;
      const T v13 = v11 + v12;
      const mask_t<T> v14 = constant<T>(0.0) < v13;
      const T v15 = v8 * constant<T>(2.799999952316284);
      const mask_t<T> v16 = constant<T>(0.0) < v15;
      const T v17 = select_(v16, v15, constant<T>(1.0));
      const T v18 = constant<T>(1.0) / v17;
      const T v19 = constant<T>(2.0) * v18;
      const T v20 = select_(v14, v19, constant<T>(0.0));
      const T v21 = rsqrt_apart_(v13);
      const T v22 = v13 * v21;
      const T v23 = v18 * v22;
      const mask_t<T> v24 = v23 < constant<T>(1.0);
      const mask_t<T> v25 = v16 & v24;
      const T v26 = select_(v25, v23, constant<T>(1.0));
      const mask_t<T> v27 = v26 < constant<T>(0.5);
      const T v28 = select_(v27, v20, v21);
      const T v29 = constant<T>(1.0) - v26;
      const T v30 = constant<T>(2.133333444595337) * v26;
      const T v31 = constant<T>(1.0666667222976685) + v30;
      const T v32 = v29 * v29;
      const T v33 = v29 * v32;
      const T v34 = constant<T>(3.200000047683716) * v26;
      const T v35 = constant<T>(4.800000190734863) - v34;
      const T v36 = v26 * v35;
      const T v37 = v26 * v36;
      const T v38 = constant<T>(-2.6666667461395264) + v37;
      const T v39 = v26 * v38;
      const T v40 = v26 * v39;
      const T v41 = constant<T>(1.399999976158142) + v40;
      const T v42 = v32 * v33;
      const T v43 = v31 * v42;
      const T v44 = constant<T>(1.0) - v43;
      const T v45 = select_(v27, v41, v44);
      const T v46 = v28 * v45;
      const T v47 = v1 * v46;
      acc[0] += v47;
    } else {
      const T v0 = w[0];
      const T v1 = d[0];
      const T v2 = d[1];
      const T v3 = d[2];
      const T v4 = v1 * v1;
      const T v5 = v2 * v2;
      const T v6 = v4 + v5;
      const T v7 = v3 * v3;
      const T v8 = v6 + v7;
      const T v9 = rsqrt_apart_(v8);
      const T v10 = v0 * v9;
      acc[0] += v10;
    }
  }
};

struct Pair_a7962b63a61d20d5 {
  static constexpr int DIM = 4, WEIGHTS = 2, PARAMETERS = 0, RESULTS = 4;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    T near;
    {
      const T v0 = w[1];
      const T v1 = d[0];
      const T v2 = d[1];
      const T v3 = d[2];
      const T v4 = d[3];
      const mask_t<T> v5 = constant<T>(0.0) < v4;
      const T v6 = select_(v5, v4, constant<T>(0.0));
      const T v7 = v0 + v6;
      const T v8 = v1 * v1;
      const T v9 = v2 * v2;
      const T v10 = v8 + v9;
      const T v11 = v3 * v3;
      const T v12 = v10 + v11;
      const T v13 = v7 * constant<T>(2.799999952316284);
      const T v14 = v13 * v13;
      const T v15 = v14 - v12;
      near = v15;
    }
    if (any_(near > T())) {
      const T v0 = w[1];
      const T v1 = w[0];
      const T v2 = d[0];
      const T v3 = d[1];
      const T v4 = d[2];
      const T v5 = d[3];
      const mask_t<T> v6 = constant<T>(0.0) < v5;
      const T v7 = select_(v6, v5, constant<T>(0.0));
      const T v8 = v0 + v7;
      const T v9 = v2 * v2;
      const T v10 = v3 * v3;
      const T v11 = v9 + v10;
      const T v12 = v4 * v4;
      const T v13 = v11 + v12;
      const mask_t<T> v14 = constant<T>(0.0) < v13;
      const T v15 = v8 * constant<T>(2.799999952316284);
      const mask_t<T> v16 = constant<T>(0.0) < v15;
      const T v17 = select_(v16, v15, constant<T>(1.0));
      const T v18 = constant<T>(1.0) / v17;
      const T v19 = constant<T>(2.0) * v18;
      const T v20 = select_(v14, v19, constant<T>(0.0));
      const T v21 = rsqrt_apart_(v13);
      const T v22 = v13 * v21;
      const T v23 = v18 * v22;
      const mask_t<T> v24 = v23 < constant<T>(1.0);
      const mask_t<T> v25 = v16 & v24;
      const T v26 = select_(v25, v23, constant<T>(1.0));
      const mask_t<T> v27 = v26 < constant<T>(0.5);
      const T v28 = select_(v27, v20, v21);
      const T v29 = constant<T>(1.0) - v26;
      const T v30 = constant<T>(2.133333444595337) * v26;
      const T v31 = constant<T>(1.0666667222976685) + v30;
      const T v32 = v29 * v29;
      const T v33 = constant<T>(3.200000047683716) * v26;
      const T v34 = constant<T>(4.800000190734863) - v33;
      const T v35 = v26 * v34;
      const T v36 = v26 * v35;
      const T v37 = constant<T>(-2.6666667461395264) + v36;
      const T v38 = v26 * v37;
      const T v39 = v26 * v38;
      const T v40 = constant<T>(1.399999976158142) + v39;
      const T v41 = constant<T>(10.666666984558105) * v26;
      const T v42 = constant<T>(-4.266666889190674) - v41;
      const T v43 = v26 * v42;
      const T v44 = constant<T>(-1.0666667222976685) + v43;
      const T v45 = v28 * v28;
      const T v46 = v28 * v45;
      const T v47 = constant<T>(4.0) * v26;
      const T v48 = constant<T>(4.800000190734863) - v47;
      const T v49 = v26 * v48;
      const T v50 = v26 * v49;
      const T v51 = constant<T>(-1.3333333730697632) + v50;
      const T v52 = v32 * v32;
      const T v53 = v29 * v52;
      const T v54 = v31 * v53;
      const T v55 = constant<T>(1.0) - v54;
      const T v56 = select_(v27, v40, v55);
      const T v57 = v28 * v56;
      const T v58 = v44 * v52;
      const T v59 = constant<T>(-1.0) - v58;
      const T v60 = select_(v27, v51, v59);
      const T v61 = v46 * v60;
      const T v62 = v1 * v57;
      const T v63 = v1 * v61;
      const T v64 = v2 * v63;
      const T v65 = v3 * v63;
      const T v66 = v4 * v63;
      acc[0] += v62;
      acc[1] += v64;
      acc[2] += v65;
      acc[3] += v66;
    } else {
      const T v0 = w[0];
      const T v1 = d[0];
      const T v2 = d[1];
      const T v3 = d[2];
      const T v4 = v1 * v1;
      const T v5 = v2 * v2;
      const T v6 = v4 + v5;
      const T v7 = v3 * v3;
      const T v8 = v6 + v7;
      const T v9 = rsqrt_apart_(v8);
      const T v10 = v9 * v9;
      const T v11 = v0 * v9;
      const T v12 = v10 * v11;
      const T v13 = v1 * v12;
      const T v14 = -(v13);
      const T v15 = v2 * v12;
      const T v16 = -(v15);
      const T v17 = v3 * v12;
      const T v18 = -(v17);
      acc[0] += v11;
      acc[1] += v14;
      acc[2] += v16;
      acc[3] += v18;
    }
  }
};

struct Pair_f8d23a64bf4c722f {
  static constexpr int DIM = 2, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 1;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = w[0];
    const T v3 = p[0];
    const T v4 = v0 * v0;
    const T v5 = v1 * v1;
    const T v6 = v4 + v5;
    const mask_t<T> v7 = constant<T>(0.0) < v6;
    const T v8 = log_(v6);
    const T v9 = constant<T>(0.5) * v8;
    const T v10 = -(v9);
    const T v11 = v10 - v3;
    const T v12 = select_(v7, v11, constant<T>(0.0));
    const T v13 = v2 * v12;
    acc[0] += v13;
  }
};

struct Pair_9eedc9264e4df3fa {
  static constexpr int DIM = 2, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 3;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = w[0];
    const T v3 = p[0];
    const T v4 = v0 * v0;
    const T v5 = v1 * v1;
    const T v6 = v4 + v5;
    const mask_t<T> v7 = constant<T>(0.0) < v6;
    const T v8 = log_(v6);
    const T v9 = constant<T>(0.5) * v8;
    const T v10 = -(v9);
    const T v11 = v10 - v3;
    const T v12 = select_(v7, v11, constant<T>(0.0));
    const T v13 = inverse_apart_(v6);
    const T v14 = v2 * v12;
    const T v15 = v2 * v13;
    const T v16 = v0 * v15;
    const T v17 = -(v16);
    const T v18 = v1 * v15;
    const T v19 = -(v18);
    acc[0] += v14;
    acc[1] += v17;
    acc[2] += v19;
  }
};

struct Pair_c853823e5cc54791 {
  static constexpr int DIM = 2, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 2;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = w[0];
    const T v3 = v0 * v0;
    const T v4 = v1 * v1;
    const T v5 = v3 + v4;
    const T v6 = inverse_apart_(v5);
    const T v7 = v2 * v6;
    const T v8 = v0 * v7;
    const T v9 = -(v8);
    const T v10 = v1 * v7;
    const T v11 = -(v10);
    acc[0] += v9;
    acc[1] += v11;
  }
};

struct Pair_bec1b9b069450df2 {
  static constexpr int DIM = 2, WEIGHTS = 2, PARAMETERS = 1, RESULTS = 1;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = w[0];
    const T v3 = w[1];
    const T v4 = v0 * v0;
    const T v5 = v1 * v1;
    const T v6 = v4 + v5;
    const T v7 = v0 * v2;
    const T v8 = -(v7);
    const T v9 = v1 * v3;
    const T v10 = v8 - v9;
    const T v11 = inverse_apart_(v6);
    const T v12 = v10 * v11;
    const T v13 = -(v12);
    acc[0] += v13;
  }
};

struct Pair_31445822d893d6bd {
  static constexpr int DIM = 2, WEIGHTS = 3, PARAMETERS = 1, RESULTS = 1;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = w[0];
    const T v3 = w[1];
    const T v4 = w[2];
    const T v5 = p[0];
    const T v6 = v0 * v0;
    const T v7 = v1 * v1;
    const T v8 = v6 + v7;
    const mask_t<T> v9 = constant<T>(0.0) < v8;
    const T v10 = v0 * v3;
    const T v11 = -(v10);
    const T v12 = v1 * v4;
    const T v13 = v11 - v12;
    const T v14 = log_(v8);
    const T v15 = constant<T>(0.5) * v14;
    const T v16 = -(v15);
    const T v17 = v16 - v5;
    const T v18 = select_(v9, v17, constant<T>(0.0));
    const T v19 = inverse_apart_(v8);
    const T v20 = v2 * v18;
    const T v21 = v13 * v19;
    const T v22 = v20 - v21;
    acc[0] += v22;
  }
};

struct Pair_cc8f6a8bc681f1ff {
  static constexpr int DIM = 2, WEIGHTS = 3, PARAMETERS = 1, RESULTS = 3;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = w[0];
    const T v3 = w[1];
    const T v4 = w[2];
    const T v5 = p[0];
    const T v6 = v0 * v0;
    const T v7 = v1 * v1;
    const T v8 = v6 + v7;
    const mask_t<T> v9 = constant<T>(0.0) < v8;
    const T v10 = v0 * v3;
    const T v11 = -(v10);
    const T v12 = v1 * v4;
    const T v13 = v11 - v12;
    const T v14 = log_(v8);
    const T v15 = constant<T>(0.5) * v14;
    const T v16 = -(v15);
    const T v17 = v16 - v5;
    const T v18 = select_(v9, v17, constant<T>(0.0));
    const T v19 = inverse_apart_(v8);
    const T v20 = constant<T>(2.0) * v19;
    const T v21 = v2 * v18;
    const T v22 = v13 * v19;
    const T v23 = v21 - v22;
    const T v24 = v2 * v19;
    const T v25 = v3 * v19;
    const T v26 = v4 * v19;
    const T v27 = v20 * v22;
    const T v28 = v27 - v24;
    const T v29 = v0 * v28;
    const T v30 = v25 + v29;
    const T v31 = v1 * v28;
    const T v32 = v26 + v31;
    acc[0] += v23;
    acc[1] += v30;
    acc[2] += v32;
  }
};

struct Pair_fd355137ff88e126 {
  static constexpr int DIM = 2, WEIGHTS = 2, PARAMETERS = 1, RESULTS = 4;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = w[0];
    const T v3 = w[1];
    const T v4 = v0 * v0;
    const T v5 = v1 * v1;
    const T v6 = v4 + v5;
    const T v7 = inverse_apart_(v6);
    const T v8 = v2 * v7;
    const T v9 = v0 * v8;
    const T v10 = -(v9);
    const T v11 = v1 * v8;
    const T v12 = -(v11);
    const T v13 = v3 * v7;
    const T v14 = v0 * v13;
    const T v15 = -(v14);
    const T v16 = v1 * v13;
    const T v17 = -(v16);
    acc[0] += v10;
    acc[1] += v15;
    acc[2] += v12;
    acc[3] += v17;
  }
};

struct Pair_9e91e8d2d50cb624 {
  static constexpr int DIM = 2, WEIGHTS = 2, PARAMETERS = 1, RESULTS = 10;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = w[0];
    const T v3 = w[1];
    const T v4 = v0 * v0;
    const T v5 = v1 * v1;
    const T v6 = v4 + v5;
    const T v7 = inverse_apart_(v6);
    const T v8 = constant<T>(2.0) * v7;
    const T v9 = v7 * v8;
    const T v10 = v2 * v7;
    const T v11 = v0 * v10;
    const T v12 = -(v11);
    const T v13 = v1 * v10;
    const T v14 = -(v13);
    const T v15 = v2 * v9;
    const T v16 = v1 * v15;
    const T v17 = v0 * v16;
    const T v18 = v1 * v16;
    const T v19 = v18 - v10;
    const T v20 = v3 * v7;
    const T v21 = v0 * v20;
    const T v22 = -(v21);
    const T v23 = v1 * v20;
    const T v24 = -(v23);
    const T v25 = v3 * v9;
    const T v26 = v1 * v25;
    const T v27 = v0 * v26;
    const T v28 = v1 * v26;
    const T v29 = v28 - v20;
    const T v30 = v4 * v15;
    const T v31 = v30 - v10;
    const T v32 = v4 * v25;
    const T v33 = v32 - v20;
    acc[0] += v12;
    acc[1] += v22;
    acc[2] += v14;
    acc[3] += v24;
    acc[4] += v31;
    acc[5] += v33;
    acc[6] += v17;
    acc[7] += v27;
    acc[8] += v19;
    acc[9] += v29;
  }
};

struct Pair_401cca88f89298db {
  static constexpr int DIM = 2, WEIGHTS = 4, PARAMETERS = 1, RESULTS = 4;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = w[0];
    const T v3 = w[1];
    const T v4 = w[2];
    const T v5 = w[3];
    const T v6 = v0 * v0;
    const T v7 = v1 * v1;
    const T v8 = v6 + v7;
    const T v9 = v0 * v2;
    const T v10 = -(v9);
    const T v11 = v1 * v4;
    const T v12 = v10 - v11;
    const T v13 = v0 * v3;
    const T v14 = -(v13);
    const T v15 = v1 * v5;
    const T v16 = v14 - v15;
    const T v17 = inverse_apart_(v8);
    const T v18 = constant<T>(2.0) * v17;
    const T v19 = v17 * v18;
    const T v20 = v12 * v19;
    const T v21 = v0 * v20;
    const T v22 = v2 * v17;
    const T v23 = v21 + v22;
    const T v24 = v1 * v20;
    const T v25 = v4 * v17;
    const T v26 = v24 + v25;
    const T v27 = v16 * v19;
    const T v28 = v0 * v27;
    const T v29 = v3 * v17;
    const T v30 = v28 + v29;
    const T v31 = v1 * v27;
    const T v32 = v5 * v17;
    const T v33 = v31 + v32;
    acc[0] += v23;
    acc[1] += v30;
    acc[2] += v26;
    acc[3] += v33;
  }
};

struct Pair_32614a53642bbc6d {
  static constexpr int DIM = 2, WEIGHTS = 6, PARAMETERS = 1, RESULTS = 4;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = w[0];
    const T v3 = w[1];
    const T v4 = w[2];
    const T v5 = w[3];
    const T v6 = w[4];
    const T v7 = w[5];
    const T v8 = v0 * v0;
    const T v9 = v1 * v1;
    const T v10 = v8 + v9;
    const T v11 = v0 * v4;
    const T v12 = -(v11);
    const T v13 = v1 * v6;
    const T v14 = v12 - v13;
    const T v15 = v0 * v5;
    const T v16 = -(v15);
    const T v17 = v1 * v7;
    const T v18 = v16 - v17;
    const T v19 = inverse_apart_(v10);
    const T v20 = constant<T>(2.0) * v19;
    const T v21 = v19 * v20;
    const T v22 = v2 * v19;
    const T v23 = v14 * v21;
    const T v24 = v23 - v22;
    const T v25 = v0 * v24;
    const T v26 = v4 * v19;
    const T v27 = v25 + v26;
    const T v28 = v1 * v24;
    const T v29 = v6 * v19;
    const T v30 = v28 + v29;
    const T v31 = v3 * v19;
    const T v32 = v18 * v21;
    const T v33 = v32 - v31;
    const T v34 = v0 * v33;
    const T v35 = v5 * v19;
    const T v36 = v34 + v35;
    const T v37 = v1 * v33;
    const T v38 = v7 * v19;
    const T v39 = v37 + v38;
    acc[0] += v27;
    acc[1] += v36;
    acc[2] += v30;
    acc[3] += v39;
  }
};

struct Pair_fdccab51a32f689d {
  static constexpr int DIM = 2, WEIGHTS = 1, PARAMETERS = 2, RESULTS = 1;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = w[0];
    const T v3 = p[0];
    const T v4 = p[1];
    const T v5 = v0 * v0;
    const T v6 = v1 * v1;
    const T v7 = v5 + v6;
    const mask_t<T> v8 = constant<T>(0.0) < v7;
    const T v9 = v3 * v3;
    const T v10 = v7 + v9;
    const T v11 = log_(v10);
    const T v12 = constant<T>(0.5) * v11;
    const T v13 = -(v12);
    const T v14 = v13 - v4;
    const T v15 = select_(v8, v14, constant<T>(0.0));
    const T v16 = v2 * v15;
    acc[0] += v16;
  }
};

struct Pair_fe618fe67c6dc7c7 {
  static constexpr int DIM = 2, WEIGHTS = 1, PARAMETERS = 2, RESULTS = 3;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = w[0];
    const T v3 = p[0];
    const T v4 = p[1];
    const T v5 = v0 * v0;
    const T v6 = v1 * v1;
    const T v7 = v5 + v6;
    const mask_t<T> v8 = constant<T>(0.0) < v7;
    const T v9 = v3 * v3;
    const T v10 = v7 + v9;
    const T v11 = log_(v10);
    const T v12 = constant<T>(0.5) * v11;
    const T v13 = -(v12);
    const T v14 = v13 - v4;
    const T v15 = select_(v8, v14, constant<T>(0.0));
    const T v16 = inverse_apart_(v7, v9);
    const T v17 = v2 * v15;
    const T v18 = v2 * v16;
    const T v19 = v0 * v18;
    const T v20 = -(v19);
    const T v21 = v1 * v18;
    const T v22 = -(v21);
    acc[0] += v17;
    acc[1] += v20;
    acc[2] += v22;
  }
};

struct Pair_7cb66487b65d5939 {
  static constexpr int DIM = 2, WEIGHTS = 1, PARAMETERS = 2, RESULTS = 2;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = w[0];
    const T v3 = p[0];
    const T v4 = v0 * v0;
    const T v5 = v1 * v1;
    const T v6 = v4 + v5;
    const T v7 = v3 * v3;
    const T v8 = inverse_apart_(v6, v7);
    const T v9 = v2 * v8;
    const T v10 = v0 * v9;
    const T v11 = -(v10);
    const T v12 = v1 * v9;
    const T v13 = -(v12);
    acc[0] += v11;
    acc[1] += v13;
  }
};

struct Pair_365d25dc2ea3083f {
  static constexpr int DIM = 2, WEIGHTS = 2, PARAMETERS = 2, RESULTS = 1;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = w[0];
    const T v3 = w[1];
    const T v4 = p[0];
    const T v5 = v0 * v0;
    const T v6 = v1 * v1;
    const T v7 = v5 + v6;
    const T v8 = v4 * v4;
    const T v9 = v0 * v2;
    const T v10 = -(v9);
    const T v11 = v1 * v3;
    const T v12 = v10 - v11;
    const T v13 = inverse_apart_(v7, v8);
    const T v14 = v12 * v13;
    const T v15 = -(v14);
    acc[0] += v15;
  }
};

struct Pair_078d5be512804880 {
  static constexpr int DIM = 2, WEIGHTS = 3, PARAMETERS = 2, RESULTS = 1;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = w[0];
    const T v3 = w[1];
    const T v4 = w[2];
    const T v5 = p[0];
    const T v6 = p[1];
    const T v7 = v0 * v0;
    const T v8 = v1 * v1;
    const T v9 = v7 + v8;
    const mask_t<T> v10 = constant<T>(0.0) < v9;
    const T v11 = v5 * v5;
    const T v12 = v9 + v11;
    const T v13 = v0 * v3;
    const T v14 = -(v13);
    const T v15 = v1 * v4;
    const T v16 = v14 - v15;
    const T v17 = log_(v12);
    const T v18 = constant<T>(0.5) * v17;
    const T v19 = -(v18);
    const T v20 = v19 - v6;
    const T v21 = select_(v10, v20, constant<T>(0.0));
    const T v22 = inverse_apart_(v9, v11);
    const T v23 = v2 * v21;
    const T v24 = v16 * v22;
    const T v25 = v23 - v24;
    acc[0] += v25;
  }
};

struct Pair_238d077f734b2ba1 {
  static constexpr int DIM = 1, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 1;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = w[0];
    const T v2 = p[0];
    const T v3 = v0 * v0;
    const T v4 = v2 * v2;
    const T v5 = constant<T>(1.0) / v4;
    const T v6 = constant<T>(0.5) * v5;
    const T v7 = v3 * v6;
    const T v8 = -(v7);
    const T v9 = exp_(v8);
    const T v10 = v1 * v9;
    acc[0] += v10;
  }
};

struct Pair_eae92cb641c7b3d1 {
  static constexpr int DIM = 1, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 2;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = w[0];
    const T v2 = p[0];
    const T v3 = v0 * v0;
    const T v4 = v2 * v2;
    const T v5 = constant<T>(1.0) / v4;
    const T v6 = constant<T>(0.5) * v5;
    const T v7 = v3 * v6;
    const T v8 = -(v7);
    const T v9 = exp_(v8);
    const T v10 = v1 * v9;
    const T v11 = v5 * v10;
    const T v12 = v0 * v11;
    const T v13 = -(v12);
    acc[0] += v10;
    acc[1] += v13;
  }
};

struct Pair_c6da4f03fe638354 {
  static constexpr int DIM = 1, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 1;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = w[0];
    const T v2 = p[0];
    const T v3 = v0 * v0;
    const T v4 = v2 * v2;
    const T v5 = constant<T>(1.0) / v4;
    const T v6 = constant<T>(0.5) * v5;
    const T v7 = v3 * v6;
    const T v8 = -(v7);
    const T v9 = exp_(v8);
    const T v10 = v5 * v9;
    const T v11 = v1 * v10;
    const T v12 = v0 * v11;
    const T v13 = -(v12);
    acc[0] += v13;
  }
};

struct Pair_7c6bcc66af31b4c8 {
  static constexpr int DIM = 1, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 1;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = w[0];
    const T v2 = p[0];
    const T v3 = v0 * v0;
    const T v4 = v2 * v2;
    const T v5 = constant<T>(1.0) / v4;
    const T v6 = constant<T>(0.5) * v5;
    const T v7 = v3 * v6;
    const T v8 = -(v7);
    const T v9 = exp_(v8);
    const T v10 = v5 * v9;
    const T v11 = v0 * v1;
    const T v12 = v10 * v11;
    acc[0] += v12;
  }
};

struct Pair_dfac65f2f8a9d9c1 {
  static constexpr int DIM = 1, WEIGHTS = 2, PARAMETERS = 1, RESULTS = 1;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = w[0];
    const T v2 = w[1];
    const T v3 = p[0];
    const T v4 = v0 * v0;
    const T v5 = v3 * v3;
    const T v6 = constant<T>(1.0) / v5;
    const T v7 = constant<T>(0.5) * v6;
    const T v8 = v4 * v7;
    const T v9 = -(v8);
    const T v10 = exp_(v9);
    const T v11 = v6 * v10;
    const T v12 = v1 * v10;
    const T v13 = v0 * v2;
    const T v14 = v11 * v13;
    const T v15 = v12 + v14;
    acc[0] += v15;
  }
};

struct Pair_84a1069407ee4e3b {
  static constexpr int DIM = 2, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 1;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = w[0];
    const T v3 = p[0];
    const T v4 = v0 * v0;
    const T v5 = v1 * v1;
    const T v6 = v4 + v5;
    const T v7 = v3 * v3;
    const T v8 = constant<T>(1.0) / v7;
    const T v9 = constant<T>(0.5) * v8;
    const T v10 = v6 * v9;
    const T v11 = -(v10);
    const T v12 = exp_(v11);
    const T v13 = v2 * v12;
    acc[0] += v13;
  }
};

struct Pair_67296791355fad73 {
  static constexpr int DIM = 2, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 3;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = w[0];
    const T v3 = p[0];
    const T v4 = v0 * v0;
    const T v5 = v1 * v1;
    const T v6 = v4 + v5;
    const T v7 = v3 * v3;
    const T v8 = constant<T>(1.0) / v7;
    const T v9 = constant<T>(0.5) * v8;
    const T v10 = v6 * v9;
    const T v11 = -(v10);
    const T v12 = exp_(v11);
    const T v13 = v2 * v12;
    const T v14 = v8 * v13;
    const T v15 = v0 * v14;
    const T v16 = -(v15);
    const T v17 = v1 * v14;
    const T v18 = -(v17);
    acc[0] += v13;
    acc[1] += v16;
    acc[2] += v18;
  }
};

struct Pair_d3b6598ab3a299ff {
  static constexpr int DIM = 2, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 2;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = w[0];
    const T v3 = p[0];
    const T v4 = v0 * v0;
    const T v5 = v1 * v1;
    const T v6 = v4 + v5;
    const T v7 = v3 * v3;
    const T v8 = constant<T>(1.0) / v7;
    const T v9 = constant<T>(0.5) * v8;
    const T v10 = v6 * v9;
    const T v11 = -(v10);
    const T v12 = exp_(v11);
    const T v13 = v8 * v12;
    const T v14 = v2 * v13;
    const T v15 = v0 * v14;
    const T v16 = -(v15);
    const T v17 = v1 * v14;
    const T v18 = -(v17);
    acc[0] += v16;
    acc[1] += v18;
  }
};

struct Pair_0092b625520db7e6 {
  static constexpr int DIM = 2, WEIGHTS = 2, PARAMETERS = 1, RESULTS = 1;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = w[0];
    const T v3 = w[1];
    const T v4 = p[0];
    const T v5 = v0 * v0;
    const T v6 = v1 * v1;
    const T v7 = v5 + v6;
    const T v8 = v4 * v4;
    const T v9 = constant<T>(1.0) / v8;
    const T v10 = constant<T>(0.5) * v9;
    const T v11 = v7 * v10;
    const T v12 = -(v11);
    const T v13 = exp_(v12);
    const T v14 = v9 * v13;
    const T v15 = v0 * v2;
    const T v16 = -(v15);
    const T v17 = v1 * v3;
    const T v18 = v16 - v17;
    const T v19 = v14 * v18;
    const T v20 = -(v19);
    acc[0] += v20;
  }
};

struct Pair_7e6306daf06e46de {
  static constexpr int DIM = 2, WEIGHTS = 3, PARAMETERS = 1, RESULTS = 1;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = w[0];
    const T v3 = w[1];
    const T v4 = w[2];
    const T v5 = p[0];
    const T v6 = v0 * v0;
    const T v7 = v1 * v1;
    const T v8 = v6 + v7;
    const T v9 = v5 * v5;
    const T v10 = constant<T>(1.0) / v9;
    const T v11 = constant<T>(0.5) * v10;
    const T v12 = v8 * v11;
    const T v13 = -(v12);
    const T v14 = exp_(v13);
    const T v15 = v10 * v14;
    const T v16 = v2 * v14;
    const T v17 = v0 * v3;
    const T v18 = -(v17);
    const T v19 = v1 * v4;
    const T v20 = v18 - v19;
    const T v21 = v15 * v20;
    const T v22 = v16 - v21;
    acc[0] += v22;
  }
};

struct Pair_c4cfa063475b24fb {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 1;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = w[0];
    const T v4 = p[0];
    const T v5 = v0 * v0;
    const T v6 = v1 * v1;
    const T v7 = v5 + v6;
    const T v8 = v2 * v2;
    const T v9 = v7 + v8;
    const T v10 = v4 * v4;
    const T v11 = constant<T>(1.0) / v10;
    const T v12 = constant<T>(0.5) * v11;
    const T v13 = v9 * v12;
    const T v14 = -(v13);
    const T v15 = exp_(v14);
    const T v16 = v3 * v15;
    acc[0] += v16;
  }
};

struct Pair_7b3d72ab9ef9996f {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 4;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = w[0];
    const T v4 = p[0];
    const T v5 = v0 * v0;
    const T v6 = v1 * v1;
    const T v7 = v5 + v6;
    const T v8 = v2 * v2;
    const T v9 = v7 + v8;
    const T v10 = v4 * v4;
    const T v11 = constant<T>(1.0) / v10;
    const T v12 = constant<T>(0.5) * v11;
    const T v13 = v9 * v12;
    const T v14 = -(v13);
    const T v15 = exp_(v14);
    const T v16 = v3 * v15;
    const T v17 = v11 * v16;
    const T v18 = v0 * v17;
    const T v19 = -(v18);
    const T v20 = v1 * v17;
    const T v21 = -(v20);
    const T v22 = v2 * v17;
    const T v23 = -(v22);
    acc[0] += v16;
    acc[1] += v19;
    acc[2] += v21;
    acc[3] += v23;
  }
};

struct Pair_fdaa8fd08f01c6df {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 3;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = w[0];
    const T v4 = p[0];
    const T v5 = v0 * v0;
    const T v6 = v1 * v1;
    const T v7 = v5 + v6;
    const T v8 = v2 * v2;
    const T v9 = v7 + v8;
    const T v10 = v4 * v4;
    const T v11 = constant<T>(1.0) / v10;
    const T v12 = constant<T>(0.5) * v11;
    const T v13 = v9 * v12;
    const T v14 = -(v13);
    const T v15 = exp_(v14);
    const T v16 = v11 * v15;
    const T v17 = v3 * v16;
    const T v18 = v0 * v17;
    const T v19 = -(v18);
    const T v20 = v1 * v17;
    const T v21 = -(v20);
    const T v22 = v2 * v17;
    const T v23 = -(v22);
    acc[0] += v19;
    acc[1] += v21;
    acc[2] += v23;
  }
};

struct Pair_51eb8f1b7f93c850 {
  static constexpr int DIM = 3, WEIGHTS = 3, PARAMETERS = 1, RESULTS = 1;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = w[0];
    const T v4 = w[1];
    const T v5 = w[2];
    const T v6 = p[0];
    const T v7 = v0 * v0;
    const T v8 = v1 * v1;
    const T v9 = v7 + v8;
    const T v10 = v2 * v2;
    const T v11 = v9 + v10;
    const T v12 = v6 * v6;
    const T v13 = constant<T>(1.0) / v12;
    const T v14 = constant<T>(0.5) * v13;
    const T v15 = v11 * v14;
    const T v16 = -(v15);
    const T v17 = exp_(v16);
    const T v18 = v13 * v17;
    const T v19 = v0 * v3;
    const T v20 = -(v19);
    const T v21 = v1 * v4;
    const T v22 = v20 - v21;
    const T v23 = v2 * v5;
    const T v24 = v22 - v23;
    const T v25 = v18 * v24;
    const T v26 = -(v25);
    acc[0] += v26;
  }
};

struct Pair_dcbc3b657ffc3c0b {
  static constexpr int DIM = 3, WEIGHTS = 4, PARAMETERS = 1, RESULTS = 1;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = w[0];
    const T v4 = w[1];
    const T v5 = w[2];
    const T v6 = w[3];
    const T v7 = p[0];
    const T v8 = v0 * v0;
    const T v9 = v1 * v1;
    const T v10 = v8 + v9;
    const T v11 = v2 * v2;
    const T v12 = v10 + v11;
    const T v13 = v7 * v7;
    const T v14 = constant<T>(1.0) / v13;
    const T v15 = constant<T>(0.5) * v14;
    const T v16 = v12 * v15;
    const T v17 = -(v16);
    const T v18 = exp_(v17);
    const T v19 = v14 * v18;
    const T v20 = v3 * v18;
    const T v21 = v0 * v4;
    const T v22 = -(v21);
    const T v23 = v1 * v5;
    const T v24 = v22 - v23;
    const T v25 = v2 * v6;
    const T v26 = v24 - v25;
    const T v27 = v19 * v26;
    const T v28 = v20 - v27;
    acc[0] += v28;
  }
};

struct Pair_d20c856d03c9f9c6 {
  static constexpr int DIM = 6, WEIGHTS = 1, PARAMETERS = 0, RESULTS = 7;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = d[3];
    const T v4 = d[4];
    const T v5 = d[5];
    const T v6 = w[0];
    const T v7 = v0 * v0;
    const T v8 = v1 * v1;
    const T v9 = v2 * v2;
    const T v10 = v7 + v8;
    const T v11 = v9 + v10;
    const T v12 = v0 * v3;
    const T v13 = v1 * v4;
    const T v14 = v2 * v5;
    const T v15 = v12 + v13;
    const T v16 = v14 + v15;
    const T v17 = rsqrt_apart_(v11);
    const T v18 = v17 * v17;
    const T v19 = v6 * v17;
    const T v20 = v18 * v19;
    const T v21 = v16 * v18;
    const T v22 = constant<T>(3.0) * v21;
    const T v23 = v0 * v20;
    const T v24 = -(v23);
    const T v25 = v1 * v20;
    const T v26 = -(v25);
    const T v27 = v2 * v20;
    const T v28 = -(v27);
    const T v29 = v0 * v22;
    const T v30 = v3 - v29;
    const T v31 = v20 * v30;
    const T v32 = -(v31);
    const T v33 = v1 * v22;
    const T v34 = v4 - v33;
    const T v35 = v20 * v34;
    const T v36 = -(v35);
    const T v37 = v2 * v22;
    const T v38 = v5 - v37;
    const T v39 = v20 * v38;
    const T v40 = -(v39);
    acc[0] += v19;
    acc[1] += v24;
    acc[2] += v26;
    acc[3] += v28;
    acc[4] += v32;
    acc[5] += v36;
    acc[6] += v40;
  }
};

struct Pair_5766db6529eddb92 {
  static constexpr int DIM = 6, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 7;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = d[3];
    const T v4 = d[4];
    const T v5 = d[5];
    const T v6 = w[0];
    const T v7 = p[0];
    const T v8 = v0 * v0;
    const T v9 = v1 * v1;
    const T v10 = v2 * v2;
    const T v11 = v8 + v9;
    const T v12 = v10 + v11;
    const T v13 = v7 * v7;
    const T v14 = v0 * v3;
    const T v15 = v1 * v4;
    const T v16 = v2 * v5;
    const T v17 = v14 + v15;
    const T v18 = v16 + v17;
    const T v19 = rsqrt_apart_(v12, v13);
    const T v20 = v19 * v19;
    const T v21 = v6 * v19;
    const T v22 = v20 * v21;
    const T v23 = v18 * v20;
    const T v24 = constant<T>(3.0) * v23;
    const T v25 = v0 * v22;
    const T v26 = -(v25);
    const T v27 = v1 * v22;
    const T v28 = -(v27);
    const T v29 = v2 * v22;
    const T v30 = -(v29);
    const T v31 = v0 * v24;
    const T v32 = v3 - v31;
    const T v33 = v22 * v32;
    const T v34 = -(v33);
    const T v35 = v1 * v24;
    const T v36 = v4 - v35;
    const T v37 = v22 * v36;
    const T v38 = -(v37);
    const T v39 = v2 * v24;
    const T v40 = v5 - v39;
    const T v41 = v22 * v40;
    const T v42 = -(v41);
    acc[0] += v21;
    acc[1] += v26;
    acc[2] += v28;
    acc[3] += v30;
    acc[4] += v34;
    acc[5] += v38;
    acc[6] += v42;
  }
};

struct Pair_88db0f061bc2fd2d {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 1;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    T near;
    {
      const T v0 = d[0];
      const T v1 = d[1];
      const T v2 = d[2];
      const T v3 = p[0];
      const T v4 = v0 * v0;
      const T v5 = v1 * v1;
      const T v6 = v4 + v5;
      const T v7 = v2 * v2;
      const T v8 = v6 + v7;
      const T v9 = v3 * constant<T>(2.8);
      const T v10 = v9 * v9;
      const T v11 = v10 - v8;
      near = v11;
    }
    if (any_(near > T())) {
      const T v0 = d[0];
      const T v1 = d[1];
      const T v2 = d[2];
      const T v3 = w[0];
      const T v4 = p[0];
      const T v5 = v0 * v0;
      const T v6 = v1 * v1;
      const T v7 = v5 + v6;
      const T v8 = v2 * v2;
      const T v9 = v7 + v8;
      const mask_t<T> v10 = constant<T>(0.0) < v9;
      const T v11 = v4 * constant<T>(2.8);
      const mask_t<T> v12 = constant<T>(0.0) < v11;
      const T v13 = select_(v12, v11, constant<T>(1.0));
      const T v14 = constant<T>(1.0) / v13;
      const T v15 = constant<T>(2.0) * v14;
      const T v16 = select_(v10, v15, constant<T>(0.0));
      const T v17 = rsqrt_apart_(v9);
      const T v18 = v9 * v17;
      const T v19 = v14 * v18;
      const mask_t<T> v20 = v19 < constant<T>(1.0);
      const mask_t<T> v21 = v12 & v20;
      const T v22 = select_(v21, v19, constant<T>(1.0));
      const mask_t<T> v23 = v22 < constant<T>(0.5);
      const T v24 = select_(v23, v16, v17);
      const T v25 = constant<T>(1.0) - v22;
      const T v26 = constant<T>(2.1333333333333333) * v22;
      const T v27 = constant<T>(1.0666666666666667) + v26;
      const T v28 = v25 * v25;
      const T v29 = v25 * v28;
      const T v30 = constant<T>(3.2) * v22;
      const T v31 = constant<T>(4.8) - v30;
      const T v32 = v22 * v31;
      const T v33 = v22 * v32;
      const T v34 = constant<T>(-2.6666666666666665) + v33;
      const T v35 = v22 * v34;
      const T v36 = v22 * v35;
      const T v37 = constant<T>(1.4) + v36;
      const T v38 = v28 * v29;
      const T v39 = v27 * v38;
      const T v40 = constant<T>(1.0) - v39;
      const T v41 = select_(v23, v37, v40);
      const T v42 = v24 * v41;
      const T v43 = v3 * v42;
      acc[0] += v43;
    } else {
      const T v0 = d[0];
      const T v1 = d[1];
      const T v2 = d[2];
      const T v3 = w[0];
      const T v4 = v0 * v0;
      const T v5 = v1 * v1;
      const T v6 = v4 + v5;
      const T v7 = v2 * v2;
      const T v8 = v6 + v7;
      const T v9 = rsqrt_apart_(v8);
      const T v10 = v3 * v9;
      acc[0] += v10;
    }
  }
};

struct Pair_ef0b8c734488f4ab {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 4;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    T near;
    {
      const T v0 = d[0];
      const T v1 = d[1];
      const T v2 = d[2];
      const T v3 = p[0];
      const T v4 = v0 * v0;
      const T v5 = v1 * v1;
      const T v6 = v4 + v5;
      const T v7 = v2 * v2;
      const T v8 = v6 + v7;
      const T v9 = v3 * constant<T>(2.8);
      const T v10 = v9 * v9;
      const T v11 = v10 - v8;
      near = v11;
    }
    if (any_(near > T())) {
      const T v0 = d[0];
      const T v1 = d[1];
      const T v2 = d[2];
      const T v3 = w[0];
      const T v4 = p[0];
      const T v5 = v0 * v0;
      const T v6 = v1 * v1;
      const T v7 = v5 + v6;
      const T v8 = v2 * v2;
      const T v9 = v7 + v8;
      const mask_t<T> v10 = constant<T>(0.0) < v9;
      const T v11 = v4 * constant<T>(2.8);
      const mask_t<T> v12 = constant<T>(0.0) < v11;
      const T v13 = select_(v12, v11, constant<T>(1.0));
      const T v14 = constant<T>(1.0) / v13;
      const T v15 = constant<T>(2.0) * v14;
      const T v16 = select_(v10, v15, constant<T>(0.0));
      const T v17 = rsqrt_apart_(v9);
      const T v18 = v9 * v17;
      const T v19 = v14 * v18;
      const mask_t<T> v20 = v19 < constant<T>(1.0);
      const mask_t<T> v21 = v12 & v20;
      const T v22 = select_(v21, v19, constant<T>(1.0));
      const mask_t<T> v23 = v22 < constant<T>(0.5);
      const T v24 = select_(v23, v16, v17);
      const T v25 = constant<T>(1.0) - v22;
      const T v26 = constant<T>(2.1333333333333333) * v22;
      const T v27 = constant<T>(1.0666666666666667) + v26;
      const T v28 = v25 * v25;
      const T v29 = constant<T>(3.2) * v22;
      const T v30 = constant<T>(4.8) - v29;
      const T v31 = v22 * v30;
      const T v32 = v22 * v31;
      const T v33 = constant<T>(-2.6666666666666665) + v32;
      const T v34 = v22 * v33;
      const T v35 = v22 * v34;
      const T v36 = constant<T>(1.4) + v35;
      const T v37 = constant<T>(10.666666666666666) * v22;
      const T v38 = constant<T>(-4.266666666666667) - v37;
      const T v39 = v22 * v38;
      const T v40 = constant<T>(-1.0666666666666667) + v39;
      const T v41 = v24 * v24;
      const T v42 = v24 * v41;
      const T v43 = constant<T>(4.0) * v22;
      const T v44 = constant<T>(4.8) - v43;
      const T v45 = v22 * v44;
      const T v46 = v22 * v45;
      const T v47 = constant<T>(-1.3333333333333333) + v46;
      const T v48 = v28 * v28;
      const T v49 = v25 * v48;
      const T v50 = v27 * v49;
      const T v51 = constant<T>(1.0) - v50;
      const T v52 = select_(v23, v36, v51);
      const T v53 = v24 * v52;
      const T v54 = v40 * v48;
      const T v55 = constant<T>(-1.0) - v54;
      const T v56 = select_(v23, v47, v55);
      const T v57 = v42 * v56;
      const T v58 = v3 * v53;
      const T v59 = v3 * v57;
      const T v60 = v0 * v59;
      const T v61 = v1 * v59;
      const T v62 = v2 * v59;
      acc[0] += v58;
      acc[1] += v60;
      acc[2] += v61;
      acc[3] += v62;
    } else {
      const T v0 = d[0];
      const T v1 = d[1];
      const T v2 = d[2];
      const T v3 = w[0];
      const T v4 = v0 * v0;
      const T v5 = v1 * v1;
      const T v6 = v4 + v5;
      const T v7 = v2 * v2;
      const T v8 = v6 + v7;
      const T v9 = rsqrt_apart_(v8);
      const T v10 = v9 * v9;
      const T v11 = v3 * v9;
      const T v12 = v10 * v11;
      const T v13 = v0 * v12;
      const T v14 = -(v13);
      const T v15 = v1 * v12;
      const T v16 = -(v15);
      const T v17 = v2 * v12;
      const T v18 = -(v17);
      acc[0] += v11;
      acc[1] += v14;
      acc[2] += v16;
      acc[3] += v18;
    }
  }
};

struct Pair_810d8bf9d723f039 {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 3;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    T near;
    {
      const T v0 = d[0];
      const T v1 = d[1];
      const T v2 = d[2];
      const T v3 = p[0];
      const T v4 = v0 * v0;
      const T v5 = v1 * v1;
      const T v6 = v4 + v5;
      const T v7 = v2 * v2;
      const T v8 = v6 + v7;
      const T v9 = v3 * constant<T>(2.8);
      const T v10 = v9 * v9;
      const T v11 = v10 - v8;
      near = v11;
    }
    if (any_(near > T())) {
      const T v0 = d[0];
      const T v1 = d[1];
      const T v2 = d[2];
      const T v3 = w[0];
      const T v4 = p[0];
      const T v5 = v0 * v0;
      const T v6 = v1 * v1;
      const T v7 = v5 + v6;
      const T v8 = v2 * v2;
      const T v9 = v7 + v8;
      const mask_t<T> v10 = constant<T>(0.0) < v9;
      const T v11 = v4 * constant<T>(2.8);
      const mask_t<T> v12 = constant<T>(0.0) < v11;
      const T v13 = select_(v12, v11, constant<T>(1.0));
      const T v14 = constant<T>(1.0) / v13;
      const T v15 = constant<T>(2.0) * v14;
      const T v16 = select_(v10, v15, constant<T>(0.0));
      const T v17 = rsqrt_apart_(v9);
      const T v18 = v9 * v17;
      const T v19 = v14 * v18;
      const mask_t<T> v20 = v19 < constant<T>(1.0);
      const mask_t<T> v21 = v12 & v20;
      const T v22 = select_(v21, v19, constant<T>(1.0));
      const mask_t<T> v23 = v22 < constant<T>(0.5);
      const T v24 = select_(v23, v16, v17);
      const T v25 = constant<T>(1.0) - v22;
      const T v26 = v25 * v25;
      const T v27 = constant<T>(10.666666666666666) * v22;
      const T v28 = constant<T>(-4.266666666666667) - v27;
      const T v29 = v22 * v28;
      const T v30 = constant<T>(-1.0666666666666667) + v29;
      const T v31 = v24 * v24;
      const T v32 = v24 * v31;
      const T v33 = constant<T>(4.0) * v22;
      const T v34 = constant<T>(4.8) - v33;
      const T v35 = v22 * v34;
      const T v36 = v22 * v35;
      const T v37 = constant<T>(-1.3333333333333333) + v36;
      const T v38 = v26 * v26;
      const T v39 = v30 * v38;
      const T v40 = constant<T>(-1.0) - v39;
      const T v41 = select_(v23, v37, v40);
      const T v42 = v32 * v41;
      const T v43 = v3 * v42;
      const T v44 = v0 * v43;
      const T v45 = v1 * v43;
      const T v46 = v2 * v43;
      acc[0] += v44;
      acc[1] += v45;
      acc[2] += v46;
    } else {
      const T v0 = d[0];
      const T v1 = d[1];
      const T v2 = d[2];
      const T v3 = w[0];
      const T v4 = v0 * v0;
      const T v5 = v1 * v1;
      const T v6 = v4 + v5;
      const T v7 = v2 * v2;
      const T v8 = v6 + v7;
      const T v9 = rsqrt_apart_(v8);
      const T v10 = v9 * v9;
      const T v11 = v9 * v10;
      const T v12 = v3 * v11;
      const T v13 = v0 * v12;
      const T v14 = -(v13);
      const T v15 = v1 * v12;
      const T v16 = -(v15);
      const T v17 = v2 * v12;
      const T v18 = -(v17);
      acc[0] += v14;
      acc[1] += v16;
      acc[2] += v18;
    }
  }
};

struct Pair_56ba8fb555ab7033 {
  static constexpr int DIM = 3, WEIGHTS = 3, PARAMETERS = 1, RESULTS = 1;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    T near;
    {
      const T v0 = d[0];
      const T v1 = d[1];
      const T v2 = d[2];
      const T v3 = p[0];
      const T v4 = v0 * v0;
      const T v5 = v1 * v1;
      const T v6 = v4 + v5;
      const T v7 = v2 * v2;
      const T v8 = v6 + v7;
      const T v9 = v3 * constant<T>(2.8);
      const T v10 = v9 * v9;
      const T v11 = v10 - v8;
      near = v11;
    }
    if (any_(near > T())) {
      const T v0 = d[0];
      const T v1 = d[1];
      const T v2 = d[2];
      const T v3 = w[0];
      const T v4 = w[1];
      const T v5 = w[2];
      const T v6 = p[0];
      const T v7 = v0 * v0;
      const T v8 = v1 * v1;
      const T v9 = v7 + v8;
      const T v10 = v2 * v2;
      const T v11 = v9 + v10;
      const mask_t<T> v12 = constant<T>(0.0) < v11;
      const T v13 = v6 * constant<T>(2.8);
      const mask_t<T> v14 = constant<T>(0.0) < v13;
      const T v15 = select_(v14, v13, constant<T>(1.0));
      const T v16 = constant<T>(1.0) / v15;
      const T v17 = constant<T>(2.0) * v16;
      const T v18 = select_(v12, v17, constant<T>(0.0));
      const T v19 = v0 * v3;
      const T v20 = -(v19);
      const T v21 = v1 * v4;
      const T v22 = v20 - v21;
      const T v23 = v2 * v5;
      const T v24 = v22 - v23;
      const T v25 = rsqrt_apart_(v11);
      const T v26 = v11 * v25;
      const T v27 = v16 * v26;
      const mask_t<T> v28 = v27 < constant<T>(1.0);
      const mask_t<T> v29 = v14 & v28;
      const T v30 = select_(v29, v27, constant<T>(1.0));
      const mask_t<T> v31 = v30 < constant<T>(0.5);
      const T v32 = select_(v31, v18, v25);
      const T v33 = constant<T>(1.0) - v30;
      const T v34 = v33 * v33;
      const T v35 = constant<T>(10.666666666666666) * v30;
      const T v36 = constant<T>(-4.266666666666667) - v35;
      const T v37 = v30 * v36;
      const T v38 = constant<T>(-1.0666666666666667) + v37;
      const T v39 = v32 * v32;
      const T v40 = v32 * v39;
      const T v41 = constant<T>(4.0) * v30;
      const T v42 = constant<T>(4.8) - v41;
      const T v43 = v30 * v42;
      const T v44 = v30 * v43;
      const T v45 = constant<T>(-1.3333333333333333) + v44;
      const T v46 = v34 * v34;
      const T v47 = v38 * v46;
      const T v48 = constant<T>(-1.0) - v47;
      const T v49 = select_(v31, v45, v48);
      const T v50 = v40 * v49;
      const T v51 = v24 * v50;
      acc[0] += v51;
    } else {
      const T v0 = d[0];
      const T v1 = d[1];
      const T v2 = d[2];
      const T v3 = w[0];
      const T v4 = w[1];
      const T v5 = w[2];
      const T v6 = v0 * v0;
      const T v7 = v1 * v1;
      const T v8 = v6 + v7;
      const T v9 = v2 * v2;
      const T v10 = v8 + v9;
      const T v11 = v0 * v3;
      const T v12 = -(v11);
      const T v13 = v1 * v4;
      const T v14 = v12 - v13;
      const T v15 = v2 * v5;
      const T v16 = v14 - v15;
      const T v17 = rsqrt_apart_(v10);
      const T v18 = v17 * v17;
      const T v19 = v17 * v18;
      const T v20 = v16 * v19;
      const T v21 = -(v20);
      acc[0] += v21;
    }
  }
};

struct Pair_f14b4e1d9ed32083 {
  static constexpr int DIM = 3, WEIGHTS = 4, PARAMETERS = 1, RESULTS = 1;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    T near;
    {
      const T v0 = d[0];
      const T v1 = d[1];
      const T v2 = d[2];
      const T v3 = p[0];
      const T v4 = v0 * v0;
      const T v5 = v1 * v1;
      const T v6 = v4 + v5;
      const T v7 = v2 * v2;
      const T v8 = v6 + v7;
      const T v9 = v3 * constant<T>(2.8);
      const T v10 = v9 * v9;
      const T v11 = v10 - v8;
      near = v11;
    }
    if (any_(near > T())) {
      const T v0 = d[0];
      const T v1 = d[1];
      const T v2 = d[2];
      const T v3 = w[0];
      const T v4 = w[1];
      const T v5 = w[2];
      const T v6 = w[3];
      const T v7 = p[0];
      const T v8 = v0 * v0;
      const T v9 = v1 * v1;
      const T v10 = v8 + v9;
      const T v11 = v2 * v2;
      const T v12 = v10 + v11;
      const mask_t<T> v13 = constant<T>(0.0) < v12;
      const T v14 = v7 * constant<T>(2.8);
      const mask_t<T> v15 = constant<T>(0.0) < v14;
      const T v16 = select_(v15, v14, constant<T>(1.0));
      const T v17 = constant<T>(1.0) / v16;
      const T v18 = constant<T>(2.0) * v17;
      const T v19 = select_(v13, v18, constant<T>(0.0));
      const T v20 = v0 * v4;
      const T v21 = -(v20);
      const T v22 = v1 * v5;
      const T v23 = v21 - v22;
      const T v24 = v2 * v6;
      const T v25 = v23 - v24;
      const T v26 = rsqrt_apart_(v12);
      const T v27 = v12 * v26;
      const T v28 = v17 * v27;
      const mask_t<T> v29 = v28 < constant<T>(1.0);
      const mask_t<T> v30 = v15 & v29;
      const T v31 = select_(v30, v28, constant<T>(1.0));
      const mask_t<T> v32 = v31 < constant<T>(0.5);
      const T v33 = select_(v32, v19, v26);
      const T v34 = constant<T>(1.0) - v31;
      const T v35 = constant<T>(2.1333333333333333) * v31;
      const T v36 = constant<T>(1.0666666666666667) + v35;
      const T v37 = v34 * v34;
      const T v38 = constant<T>(3.2) * v31;
      const T v39 = constant<T>(4.8) - v38;
      const T v40 = v31 * v39;
      const T v41 = v31 * v40;
      const T v42 = constant<T>(-2.6666666666666665) + v41;
      const T v43 = v31 * v42;
      const T v44 = v31 * v43;
      const T v45 = constant<T>(1.4) + v44;
      const T v46 = constant<T>(10.666666666666666) * v31;
      const T v47 = constant<T>(-4.266666666666667) - v46;
      const T v48 = v31 * v47;
      const T v49 = constant<T>(-1.0666666666666667) + v48;
      const T v50 = v33 * v33;
      const T v51 = v33 * v50;
      const T v52 = constant<T>(4.0) * v31;
      const T v53 = constant<T>(4.8) - v52;
      const T v54 = v31 * v53;
      const T v55 = v31 * v54;
      const T v56 = constant<T>(-1.3333333333333333) + v55;
      const T v57 = v37 * v37;
      const T v58 = v34 * v57;
      const T v59 = v36 * v58;
      const T v60 = constant<T>(1.0) - v59;
      const T v61 = select_(v32, v45, v60);
      const T v62 = v33 * v61;
      const T v63 = v49 * v57;
      const T v64 = constant<T>(-1.0) - v63;
      const T v65 = select_(v32, v56, v64);
      const T v66 = v51 * v65;
      const T v67 = v3 * v62;
      const T v68 = v25 * v66;
      const T v69 = v67 + v68;
      acc[0] += v69;
    } else {
      const T v0 = d[0];
      const T v1 = d[1];
      const T v2 = d[2];
      const T v3 = w[0];
      const T v4 = w[1];
      const T v5 = w[2];
      const T v6 = w[3];
      const T v7 = v0 * v0;
      const T v8 = v1 * v1;
      const T v9 = v7 + v8;
      const T v10 = v2 * v2;
      const T v11 = v9 + v10;
      const T v12 = v0 * v4;
      const T v13 = -(v12);
      const T v14 = v1 * v5;
      const T v15 = v13 - v14;
      const T v16 = v2 * v6;
      const T v17 = v15 - v16;
      const T v18 = rsqrt_apart_(v11);
      const T v19 = v18 * v18;
      const T v20 = v18 * v19;
      const T v21 = v3 * v18;
      const T v22 = v17 * v20;
      const T v23 = v21 - v22;
      acc[0] += v23;
    }
  }
};

struct Pair_b43f67c91e14e324 {
  static constexpr int DIM = 4, WEIGHTS = 2, PARAMETERS = 0, RESULTS = 1;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    T near;
    {
      const T v0 = w[1];
      const T v1 = d[0];
      const T v2 = d[1];
      const T v3 = d[2];
      const T v4 = d[3];
      const mask_t<T> v5 = constant<T>(0.0) < v4;
      const T v6 = select_(v5, v4, constant<T>(0.0));
      const T v7 = v0 + v6;
      const T v8 = v1 * v1;
      const T v9 = v2 * v2;
      const T v10 = v8 + v9;
      const T v11 = v3 * v3;
      const T v12 = v10 + v11;
      const T v13 = v7 * constant<T>(2.8);
      const T v14 = v13 * v13;
      const T v15 = v14 - v12;
      near = v15;
    }
    if (any_(near > T())) {
      const T v0 = w[1];
      const T v1 = w[0];
      const T v2 = d[0];
      const T v3 = d[1];
      const T v4 = d[2];
      const T v5 = d[3];
      const mask_t<T> v6 = constant<T>(0.0) < v5;
      const T v7 = select_(v6, v5, constant<T>(0.0));
      const T v8 = v0 + v7;
      const T v9 = v2 * v2;
      const T v10 = v3 * v3;
      const T v11 = v9 + v10;
      const T v12 = v4 * v4;
      const T v13 = v11 + v12;
      const mask_t<T> v14 = constant<T>(0.0) < v13;
      const T v15 = v8 * constant<T>(2.8);
      const mask_t<T> v16 = constant<T>(0.0) < v15;
      const T v17 = select_(v16, v15, constant<T>(1.0));
      const T v18 = constant<T>(1.0) / v17;
      const T v19 = constant<T>(2.0) * v18;
      const T v20 = select_(v14, v19, constant<T>(0.0));
      const T v21 = rsqrt_apart_(v13);
      const T v22 = v13 * v21;
      const T v23 = v18 * v22;
      const mask_t<T> v24 = v23 < constant<T>(1.0);
      const mask_t<T> v25 = v16 & v24;
      const T v26 = select_(v25, v23, constant<T>(1.0));
      const mask_t<T> v27 = v26 < constant<T>(0.5);
      const T v28 = select_(v27, v20, v21);
      const T v29 = constant<T>(1.0) - v26;
      const T v30 = constant<T>(2.1333333333333333) * v26;
      const T v31 = constant<T>(1.0666666666666667) + v30;
      const T v32 = v29 * v29;
      const T v33 = v29 * v32;
      const T v34 = constant<T>(3.2) * v26;
      const T v35 = constant<T>(4.8) - v34;
      const T v36 = v26 * v35;
      const T v37 = v26 * v36;
      const T v38 = constant<T>(-2.6666666666666665) + v37;
      const T v39 = v26 * v38;
      const T v40 = v26 * v39;
      const T v41 = constant<T>(1.4) + v40;
      const T v42 = v32 * v33;
      const T v43 = v31 * v42;
      const T v44 = constant<T>(1.0) - v43;
      const T v45 = select_(v27, v41, v44);
      const T v46 = v28 * v45;
      const T v47 = v1 * v46;
      acc[0] += v47;
    } else {
      const T v0 = w[0];
      const T v1 = d[0];
      const T v2 = d[1];
      const T v3 = d[2];
      const T v4 = v1 * v1;
      const T v5 = v2 * v2;
      const T v6 = v4 + v5;
      const T v7 = v3 * v3;
      const T v8 = v6 + v7;
      const T v9 = rsqrt_apart_(v8);
      const T v10 = v0 * v9;
      acc[0] += v10;
    }
  }
};

struct Pair_05e0ac054c003b18 {
  static constexpr int DIM = 4, WEIGHTS = 2, PARAMETERS = 0, RESULTS = 4;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    T near;
    {
      const T v0 = w[1];
      const T v1 = d[0];
      const T v2 = d[1];
      const T v3 = d[2];
      const T v4 = d[3];
      const mask_t<T> v5 = constant<T>(0.0) < v4;
      const T v6 = select_(v5, v4, constant<T>(0.0));
      const T v7 = v0 + v6;
      const T v8 = v1 * v1;
      const T v9 = v2 * v2;
      const T v10 = v8 + v9;
      const T v11 = v3 * v3;
      const T v12 = v10 + v11;
      const T v13 = v7 * constant<T>(2.8);
      const T v14 = v13 * v13;
      const T v15 = v14 - v12;
      near = v15;
    }
    if (any_(near > T())) {
      const T v0 = w[1];
      const T v1 = w[0];
      const T v2 = d[0];
      const T v3 = d[1];
      const T v4 = d[2];
      const T v5 = d[3];
      const mask_t<T> v6 = constant<T>(0.0) < v5;
      const T v7 = select_(v6, v5, constant<T>(0.0));
      const T v8 = v0 + v7;
      const T v9 = v2 * v2;
      const T v10 = v3 * v3;
      const T v11 = v9 + v10;
      const T v12 = v4 * v4;
      const T v13 = v11 + v12;
      const mask_t<T> v14 = constant<T>(0.0) < v13;
      const T v15 = v8 * constant<T>(2.8);
      const mask_t<T> v16 = constant<T>(0.0) < v15;
      const T v17 = select_(v16, v15, constant<T>(1.0));
      const T v18 = constant<T>(1.0) / v17;
      const T v19 = constant<T>(2.0) * v18;
      const T v20 = select_(v14, v19, constant<T>(0.0));
      const T v21 = rsqrt_apart_(v13);
      const T v22 = v13 * v21;
      const T v23 = v18 * v22;
      const mask_t<T> v24 = v23 < constant<T>(1.0);
      const mask_t<T> v25 = v16 & v24;
      const T v26 = select_(v25, v23, constant<T>(1.0));
      const mask_t<T> v27 = v26 < constant<T>(0.5);
      const T v28 = select_(v27, v20, v21);
      const T v29 = constant<T>(1.0) - v26;
      const T v30 = constant<T>(2.1333333333333333) * v26;
      const T v31 = constant<T>(1.0666666666666667) + v30;
      const T v32 = v29 * v29;
      const T v33 = constant<T>(3.2) * v26;
      const T v34 = constant<T>(4.8) - v33;
      const T v35 = v26 * v34;
      const T v36 = v26 * v35;
      const T v37 = constant<T>(-2.6666666666666665) + v36;
      const T v38 = v26 * v37;
      const T v39 = v26 * v38;
      const T v40 = constant<T>(1.4) + v39;
      const T v41 = constant<T>(10.666666666666666) * v26;
      const T v42 = constant<T>(-4.266666666666667) - v41;
      const T v43 = v26 * v42;
      const T v44 = constant<T>(-1.0666666666666667) + v43;
      const T v45 = v28 * v28;
      const T v46 = v28 * v45;
      const T v47 = constant<T>(4.0) * v26;
      const T v48 = constant<T>(4.8) - v47;
      const T v49 = v26 * v48;
      const T v50 = v26 * v49;
      const T v51 = constant<T>(-1.3333333333333333) + v50;
      const T v52 = v32 * v32;
      const T v53 = v29 * v52;
      const T v54 = v31 * v53;
      const T v55 = constant<T>(1.0) - v54;
      const T v56 = select_(v27, v40, v55);
      const T v57 = v28 * v56;
      const T v58 = v44 * v52;
      const T v59 = constant<T>(-1.0) - v58;
      const T v60 = select_(v27, v51, v59);
      const T v61 = v46 * v60;
      const T v62 = v1 * v57;
      const T v63 = v1 * v61;
      const T v64 = v2 * v63;
      const T v65 = v3 * v63;
      const T v66 = v4 * v63;
      acc[0] += v62;
      acc[1] += v64;
      acc[2] += v65;
      acc[3] += v66;
    } else {
      const T v0 = w[0];
      const T v1 = d[0];
      const T v2 = d[1];
      const T v3 = d[2];
      const T v4 = v1 * v1;
      const T v5 = v2 * v2;
      const T v6 = v4 + v5;
      const T v7 = v3 * v3;
      const T v8 = v6 + v7;
      const T v9 = rsqrt_apart_(v8);
      const T v10 = v9 * v9;
      const T v11 = v0 * v9;
      const T v12 = v10 * v11;
      const T v13 = v1 * v12;
      const T v14 = -(v13);
      const T v15 = v2 * v12;
      const T v16 = -(v15);
      const T v17 = v3 * v12;
      const T v18 = -(v17);
      acc[0] += v11;
      acc[1] += v14;
      acc[2] += v16;
      acc[3] += v18;
    }
  }
};

}  // namespace

#include "p2p_cpu.h"

JAXFMM_KERNEL(p2p_Pair_7cb5136533af0a84_f32) { return p2p<Pair_7cb5136533af0a84, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_141fe3124bc8d67e_f32) { return p2p<Pair_141fe3124bc8d67e, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_3f6439b0a48cdec2_f32) { return p2p<Pair_3f6439b0a48cdec2, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_c2990b65969eeaa4_f32) { return p2p<Pair_c2990b65969eeaa4, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_834a46e7a98a2dbf_f32) { return p2p<Pair_834a46e7a98a2dbf, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_7727c5df360c1d40_f32) { return p2p<Pair_7727c5df360c1d40, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_26a3ffb13303431c_f32) { return p2p<Pair_26a3ffb13303431c, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_0253f88398f9082a_f32) { return p2p<Pair_0253f88398f9082a, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_ac7784816de7cbef_f32) { return p2p<Pair_ac7784816de7cbef, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_67ac2525099851b4_f32) { return p2p<Pair_67ac2525099851b4, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_56fa7bb4c205f27f_f32) { return p2p<Pair_56fa7bb4c205f27f, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_60dbd7cc8d9ca2a5_f32) { return p2p<Pair_60dbd7cc8d9ca2a5, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_c9161f737e8a747a_f32) { return p2p<Pair_c9161f737e8a747a, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_35ae1b8de900c1a8_f32) { return p2p<Pair_35ae1b8de900c1a8, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_8cda5037279c9d72_f32) { return p2p<Pair_8cda5037279c9d72, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_a828f727049f8b1d_f32) { return p2p<Pair_a828f727049f8b1d, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_00dc697c788d8c0e_f32) { return p2p<Pair_00dc697c788d8c0e, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_6cf3800ea28768df_f32) { return p2p<Pair_6cf3800ea28768df, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_181771300952ba18_f32) { return p2p<Pair_181771300952ba18, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_b79a768f57b8a114_f32) { return p2p<Pair_b79a768f57b8a114, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_ec285f6454d9faab_f32) { return p2p<Pair_ec285f6454d9faab, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_053cd14a4f6a0327_f32) { return p2p<Pair_053cd14a4f6a0327, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_5a0e045c11c8b171_f32) { return p2p<Pair_5a0e045c11c8b171, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_7aaede389284dce9_f32) { return p2p<Pair_7aaede389284dce9, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_b1e257e53d3aee8d_f32) { return p2p<Pair_b1e257e53d3aee8d, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_f6106be4ec8fb291_f32) { return p2p<Pair_f6106be4ec8fb291, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_5934a9dca787b848_f32) { return p2p<Pair_5934a9dca787b848, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_0b67565319d8f5d0_f32) { return p2p<Pair_0b67565319d8f5d0, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_a34ffb96a5378a06_f32) { return p2p<Pair_a34ffb96a5378a06, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_4d3da76525f8c010_f32) { return p2p<Pair_4d3da76525f8c010, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_04cec50d281edc78_f32) { return p2p<Pair_04cec50d281edc78, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_6bfe4e47166a2b37_f32) { return p2p<Pair_6bfe4e47166a2b37, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_3e02509634336242_f32) { return p2p<Pair_3e02509634336242, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_50051798745f188a_f32) { return p2p<Pair_50051798745f188a, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_28566f2f77b420c6_f32) { return p2p<Pair_28566f2f77b420c6, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_aa1b1d0a94fb2eb0_f32) { return p2p<Pair_aa1b1d0a94fb2eb0, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_a7962b63a61d20d5_f32) { return p2p<Pair_a7962b63a61d20d5, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_f8d23a64bf4c722f_f32) { return p2p<Pair_f8d23a64bf4c722f, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_9eedc9264e4df3fa_f32) { return p2p<Pair_9eedc9264e4df3fa, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_c853823e5cc54791_f32) { return p2p<Pair_c853823e5cc54791, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_bec1b9b069450df2_f32) { return p2p<Pair_bec1b9b069450df2, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_31445822d893d6bd_f32) { return p2p<Pair_31445822d893d6bd, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_cc8f6a8bc681f1ff_f32) { return p2p<Pair_cc8f6a8bc681f1ff, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_fd355137ff88e126_f32) { return p2p<Pair_fd355137ff88e126, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_9e91e8d2d50cb624_f32) { return p2p<Pair_9e91e8d2d50cb624, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_401cca88f89298db_f32) { return p2p<Pair_401cca88f89298db, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_32614a53642bbc6d_f32) { return p2p<Pair_32614a53642bbc6d, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_fdccab51a32f689d_f32) { return p2p<Pair_fdccab51a32f689d, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_fe618fe67c6dc7c7_f32) { return p2p<Pair_fe618fe67c6dc7c7, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_7cb66487b65d5939_f32) { return p2p<Pair_7cb66487b65d5939, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_365d25dc2ea3083f_f32) { return p2p<Pair_365d25dc2ea3083f, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_078d5be512804880_f32) { return p2p<Pair_078d5be512804880, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_238d077f734b2ba1_f32) { return p2p<Pair_238d077f734b2ba1, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_eae92cb641c7b3d1_f32) { return p2p<Pair_eae92cb641c7b3d1, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_c6da4f03fe638354_f32) { return p2p<Pair_c6da4f03fe638354, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_7c6bcc66af31b4c8_f32) { return p2p<Pair_7c6bcc66af31b4c8, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_dfac65f2f8a9d9c1_f32) { return p2p<Pair_dfac65f2f8a9d9c1, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_84a1069407ee4e3b_f32) { return p2p<Pair_84a1069407ee4e3b, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_67296791355fad73_f32) { return p2p<Pair_67296791355fad73, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_d3b6598ab3a299ff_f32) { return p2p<Pair_d3b6598ab3a299ff, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_0092b625520db7e6_f32) { return p2p<Pair_0092b625520db7e6, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_7e6306daf06e46de_f32) { return p2p<Pair_7e6306daf06e46de, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_c4cfa063475b24fb_f32) { return p2p<Pair_c4cfa063475b24fb, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_7b3d72ab9ef9996f_f32) { return p2p<Pair_7b3d72ab9ef9996f, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_fdaa8fd08f01c6df_f32) { return p2p<Pair_fdaa8fd08f01c6df, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_51eb8f1b7f93c850_f32) { return p2p<Pair_51eb8f1b7f93c850, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_dcbc3b657ffc3c0b_f32) { return p2p<Pair_dcbc3b657ffc3c0b, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_d20c856d03c9f9c6_f32) { return p2p<Pair_d20c856d03c9f9c6, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_5766db6529eddb92_f32) { return p2p<Pair_5766db6529eddb92, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_7cb5136533af0a84_f64) { return p2p<Pair_7cb5136533af0a84, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_141fe3124bc8d67e_f64) { return p2p<Pair_141fe3124bc8d67e, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_3f6439b0a48cdec2_f64) { return p2p<Pair_3f6439b0a48cdec2, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_c2990b65969eeaa4_f64) { return p2p<Pair_c2990b65969eeaa4, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_834a46e7a98a2dbf_f64) { return p2p<Pair_834a46e7a98a2dbf, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_7727c5df360c1d40_f64) { return p2p<Pair_7727c5df360c1d40, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_26a3ffb13303431c_f64) { return p2p<Pair_26a3ffb13303431c, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_0253f88398f9082a_f64) { return p2p<Pair_0253f88398f9082a, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_ac7784816de7cbef_f64) { return p2p<Pair_ac7784816de7cbef, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_67ac2525099851b4_f64) { return p2p<Pair_67ac2525099851b4, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_56fa7bb4c205f27f_f64) { return p2p<Pair_56fa7bb4c205f27f, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_60dbd7cc8d9ca2a5_f64) { return p2p<Pair_60dbd7cc8d9ca2a5, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_c9161f737e8a747a_f64) { return p2p<Pair_c9161f737e8a747a, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_35ae1b8de900c1a8_f64) { return p2p<Pair_35ae1b8de900c1a8, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_8cda5037279c9d72_f64) { return p2p<Pair_8cda5037279c9d72, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_a828f727049f8b1d_f64) { return p2p<Pair_a828f727049f8b1d, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_00dc697c788d8c0e_f64) { return p2p<Pair_00dc697c788d8c0e, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_6cf3800ea28768df_f64) { return p2p<Pair_6cf3800ea28768df, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_181771300952ba18_f64) { return p2p<Pair_181771300952ba18, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_b79a768f57b8a114_f64) { return p2p<Pair_b79a768f57b8a114, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_ec285f6454d9faab_f64) { return p2p<Pair_ec285f6454d9faab, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_053cd14a4f6a0327_f64) { return p2p<Pair_053cd14a4f6a0327, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_5a0e045c11c8b171_f64) { return p2p<Pair_5a0e045c11c8b171, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_7aaede389284dce9_f64) { return p2p<Pair_7aaede389284dce9, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_b1e257e53d3aee8d_f64) { return p2p<Pair_b1e257e53d3aee8d, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_f6106be4ec8fb291_f64) { return p2p<Pair_f6106be4ec8fb291, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_5934a9dca787b848_f64) { return p2p<Pair_5934a9dca787b848, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_0b67565319d8f5d0_f64) { return p2p<Pair_0b67565319d8f5d0, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_a34ffb96a5378a06_f64) { return p2p<Pair_a34ffb96a5378a06, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_4d3da76525f8c010_f64) { return p2p<Pair_4d3da76525f8c010, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_88db0f061bc2fd2d_f64) { return p2p<Pair_88db0f061bc2fd2d, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_ef0b8c734488f4ab_f64) { return p2p<Pair_ef0b8c734488f4ab, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_810d8bf9d723f039_f64) { return p2p<Pair_810d8bf9d723f039, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_56ba8fb555ab7033_f64) { return p2p<Pair_56ba8fb555ab7033, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_f14b4e1d9ed32083_f64) { return p2p<Pair_f14b4e1d9ed32083, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_b43f67c91e14e324_f64) { return p2p<Pair_b43f67c91e14e324, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_05e0ac054c003b18_f64) { return p2p<Pair_05e0ac054c003b18, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_f8d23a64bf4c722f_f64) { return p2p<Pair_f8d23a64bf4c722f, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_9eedc9264e4df3fa_f64) { return p2p<Pair_9eedc9264e4df3fa, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_c853823e5cc54791_f64) { return p2p<Pair_c853823e5cc54791, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_bec1b9b069450df2_f64) { return p2p<Pair_bec1b9b069450df2, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_31445822d893d6bd_f64) { return p2p<Pair_31445822d893d6bd, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_cc8f6a8bc681f1ff_f64) { return p2p<Pair_cc8f6a8bc681f1ff, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_fd355137ff88e126_f64) { return p2p<Pair_fd355137ff88e126, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_9e91e8d2d50cb624_f64) { return p2p<Pair_9e91e8d2d50cb624, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_401cca88f89298db_f64) { return p2p<Pair_401cca88f89298db, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_32614a53642bbc6d_f64) { return p2p<Pair_32614a53642bbc6d, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_fdccab51a32f689d_f64) { return p2p<Pair_fdccab51a32f689d, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_fe618fe67c6dc7c7_f64) { return p2p<Pair_fe618fe67c6dc7c7, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_7cb66487b65d5939_f64) { return p2p<Pair_7cb66487b65d5939, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_365d25dc2ea3083f_f64) { return p2p<Pair_365d25dc2ea3083f, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_078d5be512804880_f64) { return p2p<Pair_078d5be512804880, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_238d077f734b2ba1_f64) { return p2p<Pair_238d077f734b2ba1, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_eae92cb641c7b3d1_f64) { return p2p<Pair_eae92cb641c7b3d1, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_c6da4f03fe638354_f64) { return p2p<Pair_c6da4f03fe638354, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_7c6bcc66af31b4c8_f64) { return p2p<Pair_7c6bcc66af31b4c8, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_dfac65f2f8a9d9c1_f64) { return p2p<Pair_dfac65f2f8a9d9c1, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_84a1069407ee4e3b_f64) { return p2p<Pair_84a1069407ee4e3b, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_67296791355fad73_f64) { return p2p<Pair_67296791355fad73, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_d3b6598ab3a299ff_f64) { return p2p<Pair_d3b6598ab3a299ff, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_0092b625520db7e6_f64) { return p2p<Pair_0092b625520db7e6, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_7e6306daf06e46de_f64) { return p2p<Pair_7e6306daf06e46de, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_c4cfa063475b24fb_f64) { return p2p<Pair_c4cfa063475b24fb, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_7b3d72ab9ef9996f_f64) { return p2p<Pair_7b3d72ab9ef9996f, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_fdaa8fd08f01c6df_f64) { return p2p<Pair_fdaa8fd08f01c6df, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_51eb8f1b7f93c850_f64) { return p2p<Pair_51eb8f1b7f93c850, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_dcbc3b657ffc3c0b_f64) { return p2p<Pair_dcbc3b657ffc3c0b, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_d20c856d03c9f9c6_f64) { return p2p<Pair_d20c856d03c9f9c6, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_5766db6529eddb92_f64) { return p2p<Pair_5766db6529eddb92, vd, double>(buffers, scalars, phase, begin, end); }
