// Written by custom_ops/generate.py: P2P for the sums that are used most.
#include "simd.h"

namespace {

struct Pair_90c3ed4e3fb98de8 {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 0, RESULTS = 1;
  static constexpr bool BRANCHES = false;
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

struct Pair_f36b2ed8e497380d {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 0, RESULTS = 4;
  static constexpr bool BRANCHES = false;
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

struct Pair_5fc3d532d24b3b22 {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 0, RESULTS = 3;
  static constexpr bool BRANCHES = false;
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

struct Pair_d9748a4383cc87ee {
  static constexpr int DIM = 3, WEIGHTS = 3, PARAMETERS = 0, RESULTS = 1;
  static constexpr bool BRANCHES = false;
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

struct Pair_1018372d5ffcfdff {
  static constexpr int DIM = 3, WEIGHTS = 4, PARAMETERS = 0, RESULTS = 1;
  static constexpr bool BRANCHES = false;
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
    acc[0] += v21;
    acc[0] -= v22;
  }
};

struct Pair_4ef0ed2390c57ad4 {
  static constexpr int DIM = 3, WEIGHTS = 4, PARAMETERS = 0, RESULTS = 4;
  static constexpr bool BRANCHES = false;
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
    const T v32 = v1 * v30;
    const T v33 = v2 * v30;
    acc[0] += v24;
    acc[1] += v26;
    acc[1] += v31;
    acc[2] += v27;
    acc[2] += v32;
    acc[3] += v28;
    acc[3] += v33;
  }
};

struct Pair_abc094329de9bd85 {
  static constexpr int DIM = 3, WEIGHTS = 3, PARAMETERS = 0, RESULTS = 4;
  static constexpr bool BRANCHES = false;
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
    const T v28 = v1 * v26;
    const T v29 = v2 * v26;
    acc[0] += v22;
    acc[1] += v23;
    acc[1] += v27;
    acc[2] += v24;
    acc[2] += v28;
    acc[3] += v25;
    acc[3] += v29;
  }
};

struct Pair_8774fbf8788156ed {
  static constexpr int DIM = 3, WEIGHTS = 3, PARAMETERS = 0, RESULTS = 3;
  static constexpr bool BRANCHES = false;
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
    const T v25 = v1 * v22;
    const T v26 = v4 * v19;
    const T v27 = v2 * v22;
    const T v28 = v5 * v19;
    acc[0] += v23;
    acc[0] += v24;
    acc[1] += v25;
    acc[1] += v26;
    acc[2] += v27;
    acc[2] += v28;
  }
};

struct Pair_a8fa65206a822007 {
  static constexpr int DIM = 3, WEIGHTS = 4, PARAMETERS = 0, RESULTS = 3;
  static constexpr bool BRANCHES = false;
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
    const T v28 = v1 * v25;
    const T v29 = v5 * v20;
    const T v30 = v2 * v25;
    const T v31 = v6 * v20;
    acc[0] += v26;
    acc[0] += v27;
    acc[1] += v28;
    acc[1] += v29;
    acc[2] += v30;
    acc[2] += v31;
  }
};

struct Pair_66f1531f7f413dcc {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 0, RESULTS = 10;
  static constexpr bool BRANCHES = false;
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

struct Pair_1bc514e1bf0c931d {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 0, RESULTS = 6;
  static constexpr bool BRANCHES = false;
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
    const T v13 = v11 * v12;
    const T v14 = v3 * v13;
    const T v15 = v3 * v11;
    const T v16 = v1 * v14;
    const T v17 = v0 * v16;
    const T v18 = v2 * v14;
    const T v19 = v0 * v18;
    const T v20 = v1 * v16;
    const T v21 = v20 - v15;
    const T v22 = v1 * v18;
    const T v23 = v2 * v18;
    const T v24 = v23 - v15;
    const T v25 = v4 * v14;
    const T v26 = v25 - v15;
    acc[0] += v26;
    acc[1] += v17;
    acc[2] += v19;
    acc[3] += v21;
    acc[4] += v22;
    acc[5] += v24;
  }
};

struct Pair_ec664c166a96d130 {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 0, RESULTS = 9;
  static constexpr bool BRANCHES = false;
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
    const T v13 = v3 * v11;
    const T v14 = v0 * v13;
    const T v15 = -(v14);
    const T v16 = v1 * v13;
    const T v17 = -(v16);
    const T v18 = v2 * v13;
    const T v19 = -(v18);
    const T v20 = v12 * v13;
    const T v21 = v4 * v20;
    const T v22 = v21 - v13;
    const T v23 = v1 * v20;
    const T v24 = v0 * v23;
    const T v25 = v2 * v20;
    const T v26 = v0 * v25;
    const T v27 = v1 * v23;
    const T v28 = v27 - v13;
    const T v29 = v1 * v25;
    const T v30 = v2 * v25;
    const T v31 = v30 - v13;
    acc[0] += v15;
    acc[1] += v17;
    acc[2] += v19;
    acc[3] += v22;
    acc[4] += v24;
    acc[5] += v26;
    acc[6] += v28;
    acc[7] += v29;
    acc[8] += v31;
  }
};

struct Pair_1ca412234e0d77f7 {
  static constexpr int DIM = 3, WEIGHTS = 4, PARAMETERS = 0, RESULTS = 10;
  static constexpr bool BRANCHES = false;
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
    const T v26 = v3 * v20;
    const T v27 = v17 * v22;
    const T v28 = v27 - v26;
    const T v29 = v0 * v28;
    const T v30 = v4 * v20;
    const T v31 = v1 * v28;
    const T v32 = v5 * v20;
    const T v33 = v2 * v28;
    const T v34 = v6 * v20;
    const T v35 = v3 * v22;
    const T v36 = v4 * v22;
    const T v37 = v0 * v36;
    const T v38 = v5 * v22;
    const T v39 = v1 * v36;
    const T v40 = v6 * v22;
    const T v41 = v2 * v36;
    const T v42 = v1 * v38;
    const T v43 = v2 * v38;
    const T v44 = v2 * v40;
    const T v45 = v23 * v27;
    const T v46 = v35 - v45;
    const T v47 = v0 * v46;
    const T v48 = v47 - v36;
    const T v49 = v0 * v48;
    const T v50 = v1 * v46;
    const T v51 = v50 - v38;
    const T v52 = v0 * v51;
    const T v53 = v2 * v46;
    const T v54 = v53 - v40;
    const T v55 = v0 * v54;
    const T v56 = v1 * v51;
    const T v57 = v1 * v54;
    const T v58 = v2 * v54;
    acc[0] += v24;
    acc[0] -= v25;
    acc[1] += v29;
    acc[1] += v30;
    acc[2] += v31;
    acc[2] += v32;
    acc[3] += v33;
    acc[3] += v34;
    acc[4] += v28;
    acc[4] += v49;
    acc[4] -= v37;
    acc[5] += v52;
    acc[5] -= v39;
    acc[6] += v55;
    acc[6] -= v41;
    acc[7] += v28;
    acc[7] += v56;
    acc[7] -= v42;
    acc[8] += v57;
    acc[8] -= v43;
    acc[9] += v28;
    acc[9] += v58;
    acc[9] -= v44;
  }
};

struct Pair_0173a1a25760212d {
  static constexpr int DIM = 3, WEIGHTS = 2, PARAMETERS = 0, RESULTS = 2;
  static constexpr bool BRANCHES = false;
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

struct Pair_06d726a94c3e1296 {
  static constexpr int DIM = 3, WEIGHTS = 4, PARAMETERS = 0, RESULTS = 4;
  static constexpr bool BRANCHES = false;
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

struct Pair_be7a90c53a5ad746 {
  static constexpr int DIM = 3, WEIGHTS = 2, PARAMETERS = 0, RESULTS = 8;
  static constexpr bool BRANCHES = false;
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

struct Pair_10a955e182d5dc27 {
  static constexpr int DIM = 3, WEIGHTS = 4, PARAMETERS = 0, RESULTS = 16;
  static constexpr bool BRANCHES = false;
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

struct Pair_7cd1d3b7fda77670 {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 1;
  static constexpr bool BRANCHES = false;
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

struct Pair_6f34c2f020dfdd9a {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 4;
  static constexpr bool BRANCHES = false;
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

struct Pair_c33481fe58f562ba {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 3;
  static constexpr bool BRANCHES = false;
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

struct Pair_1da530ba11e26a78 {
  static constexpr int DIM = 3, WEIGHTS = 3, PARAMETERS = 1, RESULTS = 1;
  static constexpr bool BRANCHES = false;
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

struct Pair_55841ea8bb636ad5 {
  static constexpr int DIM = 3, WEIGHTS = 4, PARAMETERS = 1, RESULTS = 1;
  static constexpr bool BRANCHES = false;
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
    acc[0] += v23;
    acc[0] -= v24;
  }
};

struct Pair_a80cfc1b2c7004bb {
  static constexpr int DIM = 3, WEIGHTS = 4, PARAMETERS = 1, RESULTS = 4;
  static constexpr bool BRANCHES = false;
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
    const T v34 = v1 * v32;
    const T v35 = v2 * v32;
    acc[0] += v26;
    acc[1] += v28;
    acc[1] += v33;
    acc[2] += v29;
    acc[2] += v34;
    acc[3] += v30;
    acc[3] += v35;
  }
};

struct Pair_92ac0f48ea3f707a {
  static constexpr int DIM = 3, WEIGHTS = 3, PARAMETERS = 1, RESULTS = 4;
  static constexpr bool BRANCHES = false;
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
    const T v30 = v1 * v28;
    const T v31 = v2 * v28;
    acc[0] += v24;
    acc[1] += v25;
    acc[1] += v29;
    acc[2] += v26;
    acc[2] += v30;
    acc[3] += v27;
    acc[3] += v31;
  }
};

struct Pair_21a82862313301c2 {
  static constexpr int DIM = 3, WEIGHTS = 3, PARAMETERS = 1, RESULTS = 3;
  static constexpr bool BRANCHES = false;
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
    const T v27 = v1 * v24;
    const T v28 = v4 * v21;
    const T v29 = v2 * v24;
    const T v30 = v5 * v21;
    acc[0] += v25;
    acc[0] += v26;
    acc[1] += v27;
    acc[1] += v28;
    acc[2] += v29;
    acc[2] += v30;
  }
};

struct Pair_d9b597c14c8d970b {
  static constexpr int DIM = 3, WEIGHTS = 4, PARAMETERS = 1, RESULTS = 3;
  static constexpr bool BRANCHES = false;
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
    const T v30 = v1 * v27;
    const T v31 = v5 * v22;
    const T v32 = v2 * v27;
    const T v33 = v6 * v22;
    acc[0] += v28;
    acc[0] += v29;
    acc[1] += v30;
    acc[1] += v31;
    acc[2] += v32;
    acc[2] += v33;
  }
};

struct Pair_b76693e78a45431a {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 10;
  static constexpr bool BRANCHES = false;
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

struct Pair_27a215d016334eef {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 6;
  static constexpr bool BRANCHES = false;
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
    const T v15 = v13 * v14;
    const T v16 = v3 * v15;
    const T v17 = v3 * v13;
    const T v18 = v1 * v16;
    const T v19 = v0 * v18;
    const T v20 = v2 * v16;
    const T v21 = v0 * v20;
    const T v22 = v1 * v18;
    const T v23 = v22 - v17;
    const T v24 = v1 * v20;
    const T v25 = v2 * v20;
    const T v26 = v25 - v17;
    const T v27 = v5 * v16;
    const T v28 = v27 - v17;
    acc[0] += v28;
    acc[1] += v19;
    acc[2] += v21;
    acc[3] += v23;
    acc[4] += v24;
    acc[5] += v26;
  }
};

struct Pair_a5592fff02448556 {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 9;
  static constexpr bool BRANCHES = false;
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
    const T v15 = v3 * v13;
    const T v16 = v0 * v15;
    const T v17 = -(v16);
    const T v18 = v1 * v15;
    const T v19 = -(v18);
    const T v20 = v2 * v15;
    const T v21 = -(v20);
    const T v22 = v14 * v15;
    const T v23 = v5 * v22;
    const T v24 = v23 - v15;
    const T v25 = v1 * v22;
    const T v26 = v0 * v25;
    const T v27 = v2 * v22;
    const T v28 = v0 * v27;
    const T v29 = v1 * v25;
    const T v30 = v29 - v15;
    const T v31 = v1 * v27;
    const T v32 = v2 * v27;
    const T v33 = v32 - v15;
    acc[0] += v17;
    acc[1] += v19;
    acc[2] += v21;
    acc[3] += v24;
    acc[4] += v26;
    acc[5] += v28;
    acc[6] += v30;
    acc[7] += v31;
    acc[8] += v33;
  }
};

struct Pair_989798d988e19fe2 {
  static constexpr int DIM = 3, WEIGHTS = 4, PARAMETERS = 1, RESULTS = 10;
  static constexpr bool BRANCHES = false;
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
    const T v28 = v3 * v22;
    const T v29 = v19 * v24;
    const T v30 = v29 - v28;
    const T v31 = v0 * v30;
    const T v32 = v4 * v22;
    const T v33 = v1 * v30;
    const T v34 = v5 * v22;
    const T v35 = v2 * v30;
    const T v36 = v6 * v22;
    const T v37 = v3 * v24;
    const T v38 = v4 * v24;
    const T v39 = v0 * v38;
    const T v40 = v5 * v24;
    const T v41 = v1 * v38;
    const T v42 = v6 * v24;
    const T v43 = v2 * v38;
    const T v44 = v1 * v40;
    const T v45 = v2 * v40;
    const T v46 = v2 * v42;
    const T v47 = v25 * v29;
    const T v48 = v37 - v47;
    const T v49 = v0 * v48;
    const T v50 = v49 - v38;
    const T v51 = v0 * v50;
    const T v52 = v1 * v48;
    const T v53 = v52 - v40;
    const T v54 = v0 * v53;
    const T v55 = v2 * v48;
    const T v56 = v55 - v42;
    const T v57 = v0 * v56;
    const T v58 = v1 * v53;
    const T v59 = v1 * v56;
    const T v60 = v2 * v56;
    acc[0] += v26;
    acc[0] -= v27;
    acc[1] += v31;
    acc[1] += v32;
    acc[2] += v33;
    acc[2] += v34;
    acc[3] += v35;
    acc[3] += v36;
    acc[4] += v30;
    acc[4] += v51;
    acc[4] -= v39;
    acc[5] += v54;
    acc[5] -= v41;
    acc[6] += v57;
    acc[6] -= v43;
    acc[7] += v30;
    acc[7] += v58;
    acc[7] -= v44;
    acc[8] += v59;
    acc[8] -= v45;
    acc[9] += v30;
    acc[9] += v60;
    acc[9] -= v46;
  }
};

struct Pair_91f4bd7c38dbbad0 {
  static constexpr int DIM = 3, WEIGHTS = 2, PARAMETERS = 1, RESULTS = 2;
  static constexpr bool BRANCHES = false;
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

struct Pair_3d4da19f572c2d9d {
  static constexpr int DIM = 3, WEIGHTS = 4, PARAMETERS = 1, RESULTS = 4;
  static constexpr bool BRANCHES = false;
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

struct Pair_175f936e04d05dac {
  static constexpr int DIM = 3, WEIGHTS = 2, PARAMETERS = 1, RESULTS = 8;
  static constexpr bool BRANCHES = false;
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

struct Pair_eb03f73f1dc3bfce {
  static constexpr int DIM = 3, WEIGHTS = 4, PARAMETERS = 1, RESULTS = 16;
  static constexpr bool BRANCHES = false;
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

struct Pair_ddb813e12efc01ef {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 1;
  static constexpr bool BRANCHES = true;
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
    const mask_t<T> v10 = constant<T>(0.0) < v9;
    const T v11 = v4 * constant<T>(2.799999952316284);
    const mask_t<T> v12 = constant<T>(0.0) < v11;
    const T v13 = rsqrt_apart_(v9);
    const T v14 = constant<T>(1.0) / v11;
    const T v15 = select_(v12, v14, constant<T>(9.223372036854776e+18));
    const T v16 = v9 * v13;
    const T v17 = v15 * v16;
    const mask_t<T> v18 = v17 < constant<T>(1.0);
    const T v19 = select_(v18, v17, constant<T>(1.0));
    const mask_t<T> v20 = v19 < constant<T>(0.5);
    const T v21 = constant<T>(2.0) * v15;
    const T v22 = select_(v10, v21, constant<T>(0.0));
    const T v23 = select_(v20, v22, v13);
    const T v24 = constant<T>(1.0) - v19;
    const T v25 = constant<T>(2.133333444595337) * v19;
    const T v26 = constant<T>(1.0666667222976685) + v25;
    const T v27 = v24 * v24;
    const T v28 = v24 * v27;
    const T v29 = constant<T>(3.200000047683716) * v19;
    const T v30 = constant<T>(4.800000190734863) - v29;
    const T v31 = v19 * v30;
    const T v32 = v19 * v31;
    const T v33 = constant<T>(-2.6666667461395264) + v32;
    const T v34 = v19 * v33;
    const T v35 = v19 * v34;
    const T v36 = constant<T>(1.399999976158142) + v35;
    const T v37 = v27 * v28;
    const T v38 = v26 * v37;
    const T v39 = constant<T>(1.0) - v38;
    const T v40 = select_(v20, v36, v39);
    const T v41 = v23 * v40;
    const T v42 = v3 * v41;
    acc[0] += v42;
  }
  template <class T>
  HD static void nearness(const T* d, const T* w, const T* p, T* near) {
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
    near[0] = v11;
  }
  template <class T>
  HD static void simple(const T* d, const T* w, const T* p, T* acc) {
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

struct Pair_65fdbffd24f62fbc {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 4;
  static constexpr bool BRANCHES = true;
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
    const mask_t<T> v10 = constant<T>(0.0) < v9;
    const T v11 = v4 * constant<T>(2.799999952316284);
    const mask_t<T> v12 = constant<T>(0.0) < v11;
    const T v13 = rsqrt_apart_(v9);
    const T v14 = constant<T>(1.0) / v11;
    const T v15 = select_(v12, v14, constant<T>(9.223372036854776e+18));
    const T v16 = v9 * v13;
    const T v17 = v15 * v16;
    const mask_t<T> v18 = v17 < constant<T>(1.0);
    const T v19 = select_(v18, v17, constant<T>(1.0));
    const mask_t<T> v20 = v19 < constant<T>(0.5);
    const T v21 = constant<T>(2.0) * v15;
    const T v22 = select_(v10, v21, constant<T>(0.0));
    const T v23 = select_(v20, v22, v13);
    const T v24 = constant<T>(1.0) - v19;
    const T v25 = constant<T>(2.133333444595337) * v19;
    const T v26 = constant<T>(1.0666667222976685) + v25;
    const T v27 = v24 * v24;
    const T v28 = constant<T>(3.200000047683716) * v19;
    const T v29 = constant<T>(4.800000190734863) - v28;
    const T v30 = v19 * v29;
    const T v31 = v19 * v30;
    const T v32 = constant<T>(-2.6666667461395264) + v31;
    const T v33 = v19 * v32;
    const T v34 = v19 * v33;
    const T v35 = constant<T>(1.399999976158142) + v34;
    const T v36 = constant<T>(10.666666984558105) * v19;
    const T v37 = constant<T>(-4.266666889190674) - v36;
    const T v38 = v19 * v37;
    const T v39 = constant<T>(-1.0666667222976685) + v38;
    const T v40 = v23 * v23;
    const T v41 = v23 * v40;
    const T v42 = constant<T>(4.0) * v19;
    const T v43 = constant<T>(4.800000190734863) - v42;
    const T v44 = v19 * v43;
    const T v45 = v19 * v44;
    const T v46 = constant<T>(-1.3333333730697632) + v45;
    const T v47 = v27 * v27;
    const T v48 = v24 * v47;
    const T v49 = v26 * v48;
    const T v50 = constant<T>(1.0) - v49;
    const T v51 = select_(v20, v35, v50);
    const T v52 = v23 * v51;
    const T v53 = v39 * v47;
    const T v54 = constant<T>(-1.0) - v53;
    const T v55 = select_(v20, v46, v54);
    const T v56 = v41 * v55;
    const T v57 = v3 * v52;
    const T v58 = v3 * v56;
    const T v59 = v0 * v58;
    const T v60 = v1 * v58;
    const T v61 = v2 * v58;
    acc[0] += v57;
    acc[1] += v59;
    acc[2] += v60;
    acc[3] += v61;
  }
  template <class T>
  HD static void nearness(const T* d, const T* w, const T* p, T* near) {
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
    near[0] = v11;
  }
  template <class T>
  HD static void simple(const T* d, const T* w, const T* p, T* acc) {
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

struct Pair_b39db1df7a9a6ffe {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 3;
  static constexpr bool BRANCHES = true;
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
    const mask_t<T> v10 = constant<T>(0.0) < v9;
    const T v11 = v4 * constant<T>(2.799999952316284);
    const mask_t<T> v12 = constant<T>(0.0) < v11;
    const T v13 = rsqrt_apart_(v9);
    const T v14 = constant<T>(1.0) / v11;
    const T v15 = select_(v12, v14, constant<T>(9.223372036854776e+18));
    const T v16 = v9 * v13;
    const T v17 = v15 * v16;
    const mask_t<T> v18 = v17 < constant<T>(1.0);
    const T v19 = select_(v18, v17, constant<T>(1.0));
    const mask_t<T> v20 = v19 < constant<T>(0.5);
    const T v21 = constant<T>(2.0) * v15;
    const T v22 = select_(v10, v21, constant<T>(0.0));
    const T v23 = select_(v20, v22, v13);
    const T v24 = constant<T>(1.0) - v19;
    const T v25 = v24 * v24;
    const T v26 = constant<T>(10.666666984558105) * v19;
    const T v27 = constant<T>(-4.266666889190674) - v26;
    const T v28 = v19 * v27;
    const T v29 = constant<T>(-1.0666667222976685) + v28;
    const T v30 = v23 * v23;
    const T v31 = v23 * v30;
    const T v32 = constant<T>(4.0) * v19;
    const T v33 = constant<T>(4.800000190734863) - v32;
    const T v34 = v19 * v33;
    const T v35 = v19 * v34;
    const T v36 = constant<T>(-1.3333333730697632) + v35;
    const T v37 = v25 * v25;
    const T v38 = v29 * v37;
    const T v39 = constant<T>(-1.0) - v38;
    const T v40 = select_(v20, v36, v39);
    const T v41 = v31 * v40;
    const T v42 = v3 * v41;
    const T v43 = v0 * v42;
    const T v44 = v1 * v42;
    const T v45 = v2 * v42;
    acc[0] += v43;
    acc[1] += v44;
    acc[2] += v45;
  }
  template <class T>
  HD static void nearness(const T* d, const T* w, const T* p, T* near) {
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
    near[0] = v11;
  }
  template <class T>
  HD static void simple(const T* d, const T* w, const T* p, T* acc) {
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

struct Pair_394024ae34d9930c {
  static constexpr int DIM = 3, WEIGHTS = 3, PARAMETERS = 1, RESULTS = 1;
  static constexpr bool BRANCHES = true;
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
    const mask_t<T> v12 = constant<T>(0.0) < v11;
    const T v13 = v6 * constant<T>(2.799999952316284);
    const mask_t<T> v14 = constant<T>(0.0) < v13;
    const T v15 = v0 * v3;
    const T v16 = -(v15);
    const T v17 = v1 * v4;
    const T v18 = v16 - v17;
    const T v19 = v2 * v5;
    const T v20 = v18 - v19;
    const T v21 = rsqrt_apart_(v11);
    const T v22 = constant<T>(1.0) / v13;
    const T v23 = select_(v14, v22, constant<T>(9.223372036854776e+18));
    const T v24 = v11 * v21;
    const T v25 = v23 * v24;
    const mask_t<T> v26 = v25 < constant<T>(1.0);
    const T v27 = select_(v26, v25, constant<T>(1.0));
    const mask_t<T> v28 = v27 < constant<T>(0.5);
    const T v29 = constant<T>(2.0) * v23;
    const T v30 = select_(v12, v29, constant<T>(0.0));
    const T v31 = select_(v28, v30, v21);
    const T v32 = constant<T>(1.0) - v27;
    const T v33 = v32 * v32;
    const T v34 = constant<T>(10.666666984558105) * v27;
    const T v35 = constant<T>(-4.266666889190674) - v34;
    const T v36 = v27 * v35;
    const T v37 = constant<T>(-1.0666667222976685) + v36;
    const T v38 = v31 * v31;
    const T v39 = v31 * v38;
    const T v40 = constant<T>(4.0) * v27;
    const T v41 = constant<T>(4.800000190734863) - v40;
    const T v42 = v27 * v41;
    const T v43 = v27 * v42;
    const T v44 = constant<T>(-1.3333333730697632) + v43;
    const T v45 = v33 * v33;
    const T v46 = v37 * v45;
    const T v47 = constant<T>(-1.0) - v46;
    const T v48 = select_(v28, v44, v47);
    const T v49 = v39 * v48;
    const T v50 = v20 * v49;
    acc[0] += v50;
  }
  template <class T>
  HD static void nearness(const T* d, const T* w, const T* p, T* near) {
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
    near[0] = v11;
  }
  template <class T>
  HD static void simple(const T* d, const T* w, const T* p, T* acc) {
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

struct Pair_d02d551280bd7bfe {
  static constexpr int DIM = 3, WEIGHTS = 4, PARAMETERS = 1, RESULTS = 1;
  static constexpr bool BRANCHES = true;
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
    const mask_t<T> v13 = constant<T>(0.0) < v12;
    const T v14 = v7 * constant<T>(2.799999952316284);
    const mask_t<T> v15 = constant<T>(0.0) < v14;
    const T v16 = v0 * v4;
    const T v17 = -(v16);
    const T v18 = v1 * v5;
    const T v19 = v17 - v18;
    const T v20 = v2 * v6;
    const T v21 = v19 - v20;
    const T v22 = rsqrt_apart_(v12);
    const T v23 = constant<T>(1.0) / v14;
    const T v24 = select_(v15, v23, constant<T>(9.223372036854776e+18));
    const T v25 = v12 * v22;
    const T v26 = v24 * v25;
    const mask_t<T> v27 = v26 < constant<T>(1.0);
    const T v28 = select_(v27, v26, constant<T>(1.0));
    const mask_t<T> v29 = v28 < constant<T>(0.5);
    const T v30 = constant<T>(2.0) * v24;
    const T v31 = select_(v13, v30, constant<T>(0.0));
    const T v32 = select_(v29, v31, v22);
    const T v33 = constant<T>(1.0) - v28;
    const T v34 = constant<T>(2.133333444595337) * v28;
    const T v35 = constant<T>(1.0666667222976685) + v34;
    const T v36 = v33 * v33;
    const T v37 = constant<T>(3.200000047683716) * v28;
    const T v38 = constant<T>(4.800000190734863) - v37;
    const T v39 = v28 * v38;
    const T v40 = v28 * v39;
    const T v41 = constant<T>(-2.6666667461395264) + v40;
    const T v42 = v28 * v41;
    const T v43 = v28 * v42;
    const T v44 = constant<T>(1.399999976158142) + v43;
    const T v45 = constant<T>(10.666666984558105) * v28;
    const T v46 = constant<T>(-4.266666889190674) - v45;
    const T v47 = v28 * v46;
    const T v48 = constant<T>(-1.0666667222976685) + v47;
    const T v49 = v32 * v32;
    const T v50 = v32 * v49;
    const T v51 = constant<T>(4.0) * v28;
    const T v52 = constant<T>(4.800000190734863) - v51;
    const T v53 = v28 * v52;
    const T v54 = v28 * v53;
    const T v55 = constant<T>(-1.3333333730697632) + v54;
    const T v56 = v36 * v36;
    const T v57 = v33 * v56;
    const T v58 = v35 * v57;
    const T v59 = constant<T>(1.0) - v58;
    const T v60 = select_(v29, v44, v59);
    const T v61 = v32 * v60;
    const T v62 = v48 * v56;
    const T v63 = constant<T>(-1.0) - v62;
    const T v64 = select_(v29, v55, v63);
    const T v65 = v50 * v64;
    const T v66 = v3 * v61;
    const T v67 = v21 * v65;
    acc[0] += v66;
    acc[0] += v67;
  }
  template <class T>
  HD static void nearness(const T* d, const T* w, const T* p, T* near) {
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
    near[0] = v11;
  }
  template <class T>
  HD static void simple(const T* d, const T* w, const T* p, T* acc) {
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
    acc[0] += v21;
    acc[0] -= v22;
  }
};

struct Pair_4d67683980785e59 {
  static constexpr int DIM = 3, WEIGHTS = 4, PARAMETERS = 1, RESULTS = 4;
  static constexpr bool BRANCHES = true;
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
    const mask_t<T> v13 = constant<T>(0.0) < v12;
    const T v14 = v7 * constant<T>(2.799999952316284);
    const mask_t<T> v15 = constant<T>(0.0) < v14;
    const T v16 = v0 * v4;
    const T v17 = -(v16);
    const T v18 = v1 * v5;
    const T v19 = v17 - v18;
    const T v20 = v2 * v6;
    const T v21 = v19 - v20;
    const T v22 = rsqrt_apart_(v12);
    const T v23 = constant<T>(1.0) / v14;
    const T v24 = select_(v15, v23, constant<T>(9.223372036854776e+18));
    const T v25 = v12 * v22;
    const T v26 = v24 * v25;
    const mask_t<T> v27 = v26 < constant<T>(1.0);
    const T v28 = select_(v27, v26, constant<T>(1.0));
    const mask_t<T> v29 = v28 < constant<T>(0.5);
    const T v30 = constant<T>(2.0) * v24;
    const T v31 = select_(v13, v30, constant<T>(0.0));
    const T v32 = select_(v29, v31, v22);
    const T v33 = constant<T>(1.0) - v28;
    const T v34 = constant<T>(2.133333444595337) * v28;
    const T v35 = constant<T>(1.0666667222976685) + v34;
    const T v36 = v33 * v33;
    const T v37 = v33 * v36;
    const T v38 = v33 * v37;
    const T v39 = v33 * v38;
    const T v40 = v35 * v39;
    const T v41 = constant<T>(1.0) - v40;
    const T v42 = constant<T>(3.200000047683716) * v28;
    const T v43 = constant<T>(4.800000190734863) - v42;
    const T v44 = v28 * v43;
    const T v45 = v28 * v44;
    const T v46 = constant<T>(-2.6666667461395264) + v45;
    const T v47 = v28 * v46;
    const T v48 = v28 * v47;
    const T v49 = constant<T>(1.399999976158142) + v48;
    const T v50 = select_(v29, v49, v41);
    const T v51 = v32 * v50;
    const T v52 = constant<T>(10.666666984558105) * v28;
    const T v53 = constant<T>(-4.266666889190674) - v52;
    const T v54 = v28 * v53;
    const T v55 = constant<T>(-1.0666667222976685) + v54;
    const T v56 = v38 * v55;
    const T v57 = constant<T>(-1.0) - v56;
    const T v58 = v32 * v32;
    const T v59 = v32 * v58;
    const T v60 = constant<T>(4.0) * v28;
    const T v61 = constant<T>(4.800000190734863) - v60;
    const T v62 = v28 * v61;
    const T v63 = v28 * v62;
    const T v64 = constant<T>(-1.3333333730697632) + v63;
    const T v65 = select_(v29, v64, v57);
    const T v66 = v59 * v65;
    const T v67 = constant<T>(32.0) * v28;
    const T v68 = constant<T>(19.200000762939453) + v67;
    const T v69 = v28 * v68;
    const T v70 = constant<T>(9.600000381469727) + v69;
    const T v71 = v28 * v70;
    const T v72 = constant<T>(3.200000047683716) + v71;
    const T v73 = v37 * v72;
    const T v74 = constant<T>(3.0) - v73;
    const T v75 = constant<T>(3.0) * v28;
    const T v76 = constant<T>(2.4000000953674316) - v75;
    const T v77 = select_(v29, v76, v74);
    const T v78 = v3 * v51;
    const T v79 = v21 * v66;
    const T v80 = v3 * v66;
    const T v81 = v4 * v66;
    const T v82 = v5 * v66;
    const T v83 = v6 * v66;
    const T v84 = v58 * v59;
    const T v85 = v77 * v84;
    const T v86 = v21 * v85;
    const T v87 = v80 + v86;
    const T v88 = v0 * v87;
    const T v89 = v1 * v87;
    const T v90 = v2 * v87;
    acc[0] += v78;
    acc[0] += v79;
    acc[1] += v88;
    acc[1] -= v81;
    acc[2] += v89;
    acc[2] -= v82;
    acc[3] += v90;
    acc[3] -= v83;
  }
  template <class T>
  HD static void nearness(const T* d, const T* w, const T* p, T* near) {
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
    near[0] = v11;
  }
  template <class T>
  HD static void simple(const T* d, const T* w, const T* p, T* acc) {
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
    const T v23 = v3 * v20;
    const T v24 = v4 * v20;
    const T v25 = v5 * v20;
    const T v26 = v6 * v20;
    const T v27 = v19 * v20;
    const T v28 = constant<T>(3.0) * v27;
    const T v29 = v17 * v28;
    const T v30 = v29 - v23;
    const T v31 = v0 * v30;
    const T v32 = v1 * v30;
    const T v33 = v2 * v30;
    acc[0] += v21;
    acc[0] -= v22;
    acc[1] += v24;
    acc[1] += v31;
    acc[2] += v25;
    acc[2] += v32;
    acc[3] += v26;
    acc[3] += v33;
  }
};

struct Pair_32c7f5da182c1b11 {
  static constexpr int DIM = 3, WEIGHTS = 3, PARAMETERS = 1, RESULTS = 4;
  static constexpr bool BRANCHES = true;
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
    const mask_t<T> v12 = constant<T>(0.0) < v11;
    const T v13 = v6 * constant<T>(2.799999952316284);
    const mask_t<T> v14 = constant<T>(0.0) < v13;
    const T v15 = v0 * v3;
    const T v16 = -(v15);
    const T v17 = v1 * v4;
    const T v18 = v16 - v17;
    const T v19 = v2 * v5;
    const T v20 = v18 - v19;
    const T v21 = rsqrt_apart_(v11);
    const T v22 = constant<T>(1.0) / v13;
    const T v23 = select_(v14, v22, constant<T>(9.223372036854776e+18));
    const T v24 = v11 * v21;
    const T v25 = v23 * v24;
    const mask_t<T> v26 = v25 < constant<T>(1.0);
    const T v27 = select_(v26, v25, constant<T>(1.0));
    const mask_t<T> v28 = v27 < constant<T>(0.5);
    const T v29 = constant<T>(2.0) * v23;
    const T v30 = select_(v12, v29, constant<T>(0.0));
    const T v31 = select_(v28, v30, v21);
    const T v32 = constant<T>(1.0) - v27;
    const T v33 = v32 * v32;
    const T v34 = v32 * v33;
    const T v35 = v32 * v34;
    const T v36 = constant<T>(10.666666984558105) * v27;
    const T v37 = constant<T>(-4.266666889190674) - v36;
    const T v38 = v27 * v37;
    const T v39 = constant<T>(-1.0666667222976685) + v38;
    const T v40 = v35 * v39;
    const T v41 = constant<T>(-1.0) - v40;
    const T v42 = v31 * v31;
    const T v43 = v31 * v42;
    const T v44 = constant<T>(4.0) * v27;
    const T v45 = constant<T>(4.800000190734863) - v44;
    const T v46 = v27 * v45;
    const T v47 = v27 * v46;
    const T v48 = constant<T>(-1.3333333730697632) + v47;
    const T v49 = select_(v28, v48, v41);
    const T v50 = v43 * v49;
    const T v51 = constant<T>(32.0) * v27;
    const T v52 = constant<T>(19.200000762939453) + v51;
    const T v53 = v27 * v52;
    const T v54 = constant<T>(9.600000381469727) + v53;
    const T v55 = v27 * v54;
    const T v56 = constant<T>(3.200000047683716) + v55;
    const T v57 = v34 * v56;
    const T v58 = constant<T>(3.0) - v57;
    const T v59 = constant<T>(3.0) * v27;
    const T v60 = constant<T>(2.4000000953674316) - v59;
    const T v61 = select_(v28, v60, v58);
    const T v62 = v20 * v50;
    const T v63 = v3 * v50;
    const T v64 = v4 * v50;
    const T v65 = v5 * v50;
    const T v66 = v42 * v43;
    const T v67 = v61 * v66;
    const T v68 = v20 * v67;
    const T v69 = v0 * v68;
    const T v70 = v1 * v68;
    const T v71 = v2 * v68;
    acc[0] += v62;
    acc[1] += v69;
    acc[1] -= v63;
    acc[2] += v70;
    acc[2] -= v64;
    acc[3] += v71;
    acc[3] -= v65;
  }
  template <class T>
  HD static void nearness(const T* d, const T* w, const T* p, T* near) {
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
    near[0] = v11;
  }
  template <class T>
  HD static void simple(const T* d, const T* w, const T* p, T* acc) {
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
    const T v22 = v3 * v19;
    const T v23 = v4 * v19;
    const T v24 = v5 * v19;
    const T v25 = v18 * v19;
    const T v26 = constant<T>(3.0) * v25;
    const T v27 = v16 * v26;
    const T v28 = v0 * v27;
    const T v29 = v1 * v27;
    const T v30 = v2 * v27;
    acc[0] += v21;
    acc[1] += v22;
    acc[1] += v28;
    acc[2] += v23;
    acc[2] += v29;
    acc[3] += v24;
    acc[3] += v30;
  }
};

struct Pair_9fdf462db1e51eb8 {
  static constexpr int DIM = 3, WEIGHTS = 3, PARAMETERS = 1, RESULTS = 3;
  static constexpr bool BRANCHES = true;
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
    const mask_t<T> v12 = constant<T>(0.0) < v11;
    const T v13 = v6 * constant<T>(2.799999952316284);
    const mask_t<T> v14 = constant<T>(0.0) < v13;
    const T v15 = v0 * v3;
    const T v16 = -(v15);
    const T v17 = v1 * v4;
    const T v18 = v16 - v17;
    const T v19 = v2 * v5;
    const T v20 = v18 - v19;
    const T v21 = rsqrt_apart_(v11);
    const T v22 = constant<T>(1.0) / v13;
    const T v23 = select_(v14, v22, constant<T>(9.223372036854776e+18));
    const T v24 = v11 * v21;
    const T v25 = v23 * v24;
    const mask_t<T> v26 = v25 < constant<T>(1.0);
    const T v27 = select_(v26, v25, constant<T>(1.0));
    const mask_t<T> v28 = v27 < constant<T>(0.5);
    const T v29 = constant<T>(2.0) * v23;
    const T v30 = select_(v12, v29, constant<T>(0.0));
    const T v31 = select_(v28, v30, v21);
    const T v32 = constant<T>(1.0) - v27;
    const T v33 = v32 * v32;
    const T v34 = v32 * v33;
    const T v35 = v32 * v34;
    const T v36 = constant<T>(10.666666984558105) * v27;
    const T v37 = constant<T>(-4.266666889190674) - v36;
    const T v38 = v27 * v37;
    const T v39 = constant<T>(-1.0666667222976685) + v38;
    const T v40 = v35 * v39;
    const T v41 = constant<T>(-1.0) - v40;
    const T v42 = v31 * v31;
    const T v43 = v31 * v42;
    const T v44 = constant<T>(4.0) * v27;
    const T v45 = constant<T>(4.800000190734863) - v44;
    const T v46 = v27 * v45;
    const T v47 = v27 * v46;
    const T v48 = constant<T>(-1.3333333730697632) + v47;
    const T v49 = select_(v28, v48, v41);
    const T v50 = v43 * v49;
    const T v51 = constant<T>(32.0) * v27;
    const T v52 = constant<T>(19.200000762939453) + v51;
    const T v53 = v27 * v52;
    const T v54 = constant<T>(9.600000381469727) + v53;
    const T v55 = v27 * v54;
    const T v56 = constant<T>(3.200000047683716) + v55;
    const T v57 = v34 * v56;
    const T v58 = constant<T>(3.0) - v57;
    const T v59 = constant<T>(3.0) * v27;
    const T v60 = constant<T>(2.4000000953674316) - v59;
    const T v61 = select_(v28, v60, v58);
    const T v62 = v3 * v50;
    const T v63 = v4 * v50;
    const T v64 = v5 * v50;
    const T v65 = v42 * v43;
    const T v66 = v61 * v65;
    const T v67 = v20 * v66;
    const T v68 = v0 * v67;
    const T v69 = v1 * v67;
    const T v70 = v2 * v67;
    acc[0] += v68;
    acc[0] -= v62;
    acc[1] += v69;
    acc[1] -= v63;
    acc[2] += v70;
    acc[2] -= v64;
  }
  template <class T>
  HD static void nearness(const T* d, const T* w, const T* p, T* near) {
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
    near[0] = v11;
  }
  template <class T>
  HD static void simple(const T* d, const T* w, const T* p, T* acc) {
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
    const T v20 = v3 * v19;
    const T v21 = v4 * v19;
    const T v22 = v5 * v19;
    const T v23 = v18 * v19;
    const T v24 = constant<T>(3.0) * v23;
    const T v25 = v16 * v24;
    const T v26 = v0 * v25;
    const T v27 = v1 * v25;
    const T v28 = v2 * v25;
    acc[0] += v20;
    acc[0] += v26;
    acc[1] += v21;
    acc[1] += v27;
    acc[2] += v22;
    acc[2] += v28;
  }
};

struct Pair_8253ce1376a64560 {
  static constexpr int DIM = 3, WEIGHTS = 4, PARAMETERS = 1, RESULTS = 3;
  static constexpr bool BRANCHES = true;
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
    const mask_t<T> v13 = constant<T>(0.0) < v12;
    const T v14 = v7 * constant<T>(2.799999952316284);
    const mask_t<T> v15 = constant<T>(0.0) < v14;
    const T v16 = v0 * v4;
    const T v17 = -(v16);
    const T v18 = v1 * v5;
    const T v19 = v17 - v18;
    const T v20 = v2 * v6;
    const T v21 = v19 - v20;
    const T v22 = rsqrt_apart_(v12);
    const T v23 = constant<T>(1.0) / v14;
    const T v24 = select_(v15, v23, constant<T>(9.223372036854776e+18));
    const T v25 = v12 * v22;
    const T v26 = v24 * v25;
    const mask_t<T> v27 = v26 < constant<T>(1.0);
    const T v28 = select_(v27, v26, constant<T>(1.0));
    const mask_t<T> v29 = v28 < constant<T>(0.5);
    const T v30 = constant<T>(2.0) * v24;
    const T v31 = select_(v13, v30, constant<T>(0.0));
    const T v32 = select_(v29, v31, v22);
    const T v33 = constant<T>(1.0) - v28;
    const T v34 = v33 * v33;
    const T v35 = v33 * v34;
    const T v36 = v33 * v35;
    const T v37 = constant<T>(10.666666984558105) * v28;
    const T v38 = constant<T>(-4.266666889190674) - v37;
    const T v39 = v28 * v38;
    const T v40 = constant<T>(-1.0666667222976685) + v39;
    const T v41 = v36 * v40;
    const T v42 = constant<T>(-1.0) - v41;
    const T v43 = v32 * v32;
    const T v44 = v32 * v43;
    const T v45 = constant<T>(4.0) * v28;
    const T v46 = constant<T>(4.800000190734863) - v45;
    const T v47 = v28 * v46;
    const T v48 = v28 * v47;
    const T v49 = constant<T>(-1.3333333730697632) + v48;
    const T v50 = select_(v29, v49, v42);
    const T v51 = v44 * v50;
    const T v52 = constant<T>(32.0) * v28;
    const T v53 = constant<T>(19.200000762939453) + v52;
    const T v54 = v28 * v53;
    const T v55 = constant<T>(9.600000381469727) + v54;
    const T v56 = v28 * v55;
    const T v57 = constant<T>(3.200000047683716) + v56;
    const T v58 = v35 * v57;
    const T v59 = constant<T>(3.0) - v58;
    const T v60 = constant<T>(3.0) * v28;
    const T v61 = constant<T>(2.4000000953674316) - v60;
    const T v62 = select_(v29, v61, v59);
    const T v63 = v3 * v51;
    const T v64 = v4 * v51;
    const T v65 = v5 * v51;
    const T v66 = v6 * v51;
    const T v67 = v43 * v44;
    const T v68 = v62 * v67;
    const T v69 = v21 * v68;
    const T v70 = v63 + v69;
    const T v71 = v0 * v70;
    const T v72 = v1 * v70;
    const T v73 = v2 * v70;
    acc[0] += v71;
    acc[0] -= v64;
    acc[1] += v72;
    acc[1] -= v65;
    acc[2] += v73;
    acc[2] -= v66;
  }
  template <class T>
  HD static void nearness(const T* d, const T* w, const T* p, T* near) {
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
    near[0] = v11;
  }
  template <class T>
  HD static void simple(const T* d, const T* w, const T* p, T* acc) {
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
    const T v21 = v3 * v20;
    const T v22 = v4 * v20;
    const T v23 = v5 * v20;
    const T v24 = v6 * v20;
    const T v25 = v19 * v20;
    const T v26 = constant<T>(3.0) * v25;
    const T v27 = v17 * v26;
    const T v28 = v27 - v21;
    const T v29 = v0 * v28;
    const T v30 = v1 * v28;
    const T v31 = v2 * v28;
    acc[0] += v22;
    acc[0] += v29;
    acc[1] += v23;
    acc[1] += v30;
    acc[2] += v24;
    acc[2] += v31;
  }
};

struct Pair_12f5a47c5dff970e {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 10;
  static constexpr bool BRANCHES = true;
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
    const mask_t<T> v10 = constant<T>(0.0) < v9;
    const T v11 = v4 * constant<T>(2.799999952316284);
    const mask_t<T> v12 = constant<T>(0.0) < v11;
    const T v13 = rsqrt_apart_(v9);
    const T v14 = constant<T>(1.0) / v11;
    const T v15 = select_(v12, v14, constant<T>(9.223372036854776e+18));
    const T v16 = v9 * v13;
    const T v17 = v15 * v16;
    const mask_t<T> v18 = v17 < constant<T>(1.0);
    const T v19 = select_(v18, v17, constant<T>(1.0));
    const mask_t<T> v20 = v19 < constant<T>(0.5);
    const T v21 = constant<T>(2.0) * v15;
    const T v22 = select_(v10, v21, constant<T>(0.0));
    const T v23 = select_(v20, v22, v13);
    const T v24 = constant<T>(1.0) - v19;
    const T v25 = constant<T>(2.133333444595337) * v19;
    const T v26 = constant<T>(1.0666667222976685) + v25;
    const T v27 = v24 * v24;
    const T v28 = v24 * v27;
    const T v29 = v24 * v28;
    const T v30 = v24 * v29;
    const T v31 = v26 * v30;
    const T v32 = constant<T>(1.0) - v31;
    const T v33 = constant<T>(3.200000047683716) * v19;
    const T v34 = constant<T>(4.800000190734863) - v33;
    const T v35 = v19 * v34;
    const T v36 = v19 * v35;
    const T v37 = constant<T>(-2.6666667461395264) + v36;
    const T v38 = v19 * v37;
    const T v39 = v19 * v38;
    const T v40 = constant<T>(1.399999976158142) + v39;
    const T v41 = select_(v20, v40, v32);
    const T v42 = v23 * v41;
    const T v43 = constant<T>(10.666666984558105) * v19;
    const T v44 = constant<T>(-4.266666889190674) - v43;
    const T v45 = v19 * v44;
    const T v46 = constant<T>(-1.0666667222976685) + v45;
    const T v47 = v29 * v46;
    const T v48 = constant<T>(-1.0) - v47;
    const T v49 = v23 * v23;
    const T v50 = v23 * v49;
    const T v51 = constant<T>(4.0) * v19;
    const T v52 = constant<T>(4.800000190734863) - v51;
    const T v53 = v19 * v52;
    const T v54 = v19 * v53;
    const T v55 = constant<T>(-1.3333333730697632) + v54;
    const T v56 = select_(v20, v55, v48);
    const T v57 = v50 * v56;
    const T v58 = constant<T>(32.0) * v19;
    const T v59 = constant<T>(19.200000762939453) + v58;
    const T v60 = v19 * v59;
    const T v61 = constant<T>(9.600000381469727) + v60;
    const T v62 = v19 * v61;
    const T v63 = constant<T>(3.200000047683716) + v62;
    const T v64 = v28 * v63;
    const T v65 = constant<T>(3.0) - v64;
    const T v66 = constant<T>(3.0) * v19;
    const T v67 = constant<T>(2.4000000953674316) - v66;
    const T v68 = select_(v20, v67, v65);
    const T v69 = v3 * v42;
    const T v70 = v3 * v57;
    const T v71 = v0 * v70;
    const T v72 = v1 * v70;
    const T v73 = v2 * v70;
    const T v74 = v49 * v50;
    const T v75 = v68 * v74;
    const T v76 = v3 * v75;
    const T v77 = v5 * v76;
    const T v78 = v70 + v77;
    const T v79 = v1 * v76;
    const T v80 = v0 * v79;
    const T v81 = v2 * v76;
    const T v82 = v0 * v81;
    const T v83 = v1 * v79;
    const T v84 = v70 + v83;
    const T v85 = v1 * v81;
    const T v86 = v2 * v81;
    const T v87 = v70 + v86;
    acc[0] += v69;
    acc[1] += v71;
    acc[2] += v72;
    acc[3] += v73;
    acc[4] += v78;
    acc[5] += v80;
    acc[6] += v82;
    acc[7] += v84;
    acc[8] += v85;
    acc[9] += v87;
  }
  template <class T>
  HD static void nearness(const T* d, const T* w, const T* p, T* near) {
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
    near[0] = v11;
  }
  template <class T>
  HD static void simple(const T* d, const T* w, const T* p, T* acc) {
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
    const T v12 = v3 * v9;
    const T v13 = v3 * v11;
    const T v14 = v0 * v13;
    const T v15 = -(v14);
    const T v16 = v1 * v13;
    const T v17 = -(v16);
    const T v18 = v2 * v13;
    const T v19 = -(v18);
    const T v20 = v10 * v11;
    const T v21 = constant<T>(3.0) * v20;
    const T v22 = v3 * v21;
    const T v23 = v4 * v22;
    const T v24 = v23 - v13;
    const T v25 = v1 * v22;
    const T v26 = v0 * v25;
    const T v27 = v2 * v22;
    const T v28 = v0 * v27;
    const T v29 = v1 * v25;
    const T v30 = v29 - v13;
    const T v31 = v1 * v27;
    const T v32 = v2 * v27;
    const T v33 = v32 - v13;
    acc[0] += v12;
    acc[1] += v15;
    acc[2] += v17;
    acc[3] += v19;
    acc[4] += v24;
    acc[5] += v26;
    acc[6] += v28;
    acc[7] += v30;
    acc[8] += v31;
    acc[9] += v33;
  }
};

struct Pair_d8c17653cd558c8b {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 6;
  static constexpr bool BRANCHES = true;
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
    const mask_t<T> v10 = constant<T>(0.0) < v9;
    const T v11 = v4 * constant<T>(2.799999952316284);
    const mask_t<T> v12 = constant<T>(0.0) < v11;
    const T v13 = rsqrt_apart_(v9);
    const T v14 = constant<T>(1.0) / v11;
    const T v15 = select_(v12, v14, constant<T>(9.223372036854776e+18));
    const T v16 = v9 * v13;
    const T v17 = v15 * v16;
    const mask_t<T> v18 = v17 < constant<T>(1.0);
    const T v19 = select_(v18, v17, constant<T>(1.0));
    const mask_t<T> v20 = v19 < constant<T>(0.5);
    const T v21 = constant<T>(2.0) * v15;
    const T v22 = select_(v10, v21, constant<T>(0.0));
    const T v23 = select_(v20, v22, v13);
    const T v24 = constant<T>(1.0) - v19;
    const T v25 = v24 * v24;
    const T v26 = v24 * v25;
    const T v27 = v24 * v26;
    const T v28 = constant<T>(10.666666984558105) * v19;
    const T v29 = constant<T>(-4.266666889190674) - v28;
    const T v30 = v19 * v29;
    const T v31 = constant<T>(-1.0666667222976685) + v30;
    const T v32 = v27 * v31;
    const T v33 = constant<T>(-1.0) - v32;
    const T v34 = v23 * v23;
    const T v35 = v23 * v34;
    const T v36 = constant<T>(4.0) * v19;
    const T v37 = constant<T>(4.800000190734863) - v36;
    const T v38 = v19 * v37;
    const T v39 = v19 * v38;
    const T v40 = constant<T>(-1.3333333730697632) + v39;
    const T v41 = select_(v20, v40, v33);
    const T v42 = v35 * v41;
    const T v43 = constant<T>(32.0) * v19;
    const T v44 = constant<T>(19.200000762939453) + v43;
    const T v45 = v19 * v44;
    const T v46 = constant<T>(9.600000381469727) + v45;
    const T v47 = v19 * v46;
    const T v48 = constant<T>(3.200000047683716) + v47;
    const T v49 = v26 * v48;
    const T v50 = constant<T>(3.0) - v49;
    const T v51 = constant<T>(3.0) * v19;
    const T v52 = constant<T>(2.4000000953674316) - v51;
    const T v53 = select_(v20, v52, v50);
    const T v54 = v3 * v42;
    const T v55 = v34 * v35;
    const T v56 = v53 * v55;
    const T v57 = v3 * v56;
    const T v58 = v5 * v57;
    const T v59 = v54 + v58;
    const T v60 = v1 * v57;
    const T v61 = v0 * v60;
    const T v62 = v2 * v57;
    const T v63 = v0 * v62;
    const T v64 = v1 * v60;
    const T v65 = v54 + v64;
    const T v66 = v1 * v62;
    const T v67 = v2 * v62;
    const T v68 = v54 + v67;
    acc[0] += v59;
    acc[1] += v61;
    acc[2] += v63;
    acc[3] += v65;
    acc[4] += v66;
    acc[5] += v68;
  }
  template <class T>
  HD static void nearness(const T* d, const T* w, const T* p, T* near) {
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
    near[0] = v11;
  }
  template <class T>
  HD static void simple(const T* d, const T* w, const T* p, T* acc) {
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
    const T v13 = v10 * v11;
    const T v14 = constant<T>(3.0) * v13;
    const T v15 = v3 * v14;
    const T v16 = v4 * v15;
    const T v17 = v16 - v12;
    const T v18 = v1 * v15;
    const T v19 = v0 * v18;
    const T v20 = v2 * v15;
    const T v21 = v0 * v20;
    const T v22 = v1 * v18;
    const T v23 = v22 - v12;
    const T v24 = v1 * v20;
    const T v25 = v2 * v20;
    const T v26 = v25 - v12;
    acc[0] += v17;
    acc[1] += v19;
    acc[2] += v21;
    acc[3] += v23;
    acc[4] += v24;
    acc[5] += v26;
  }
};

struct Pair_27a9548e38b73a6e {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 9;
  static constexpr bool BRANCHES = true;
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
    const mask_t<T> v10 = constant<T>(0.0) < v9;
    const T v11 = v4 * constant<T>(2.799999952316284);
    const mask_t<T> v12 = constant<T>(0.0) < v11;
    const T v13 = rsqrt_apart_(v9);
    const T v14 = constant<T>(1.0) / v11;
    const T v15 = select_(v12, v14, constant<T>(9.223372036854776e+18));
    const T v16 = v9 * v13;
    const T v17 = v15 * v16;
    const mask_t<T> v18 = v17 < constant<T>(1.0);
    const T v19 = select_(v18, v17, constant<T>(1.0));
    const mask_t<T> v20 = v19 < constant<T>(0.5);
    const T v21 = constant<T>(2.0) * v15;
    const T v22 = select_(v10, v21, constant<T>(0.0));
    const T v23 = select_(v20, v22, v13);
    const T v24 = constant<T>(1.0) - v19;
    const T v25 = v24 * v24;
    const T v26 = v24 * v25;
    const T v27 = v24 * v26;
    const T v28 = constant<T>(10.666666984558105) * v19;
    const T v29 = constant<T>(-4.266666889190674) - v28;
    const T v30 = v19 * v29;
    const T v31 = constant<T>(-1.0666667222976685) + v30;
    const T v32 = v27 * v31;
    const T v33 = constant<T>(-1.0) - v32;
    const T v34 = v23 * v23;
    const T v35 = v23 * v34;
    const T v36 = constant<T>(4.0) * v19;
    const T v37 = constant<T>(4.800000190734863) - v36;
    const T v38 = v19 * v37;
    const T v39 = v19 * v38;
    const T v40 = constant<T>(-1.3333333730697632) + v39;
    const T v41 = select_(v20, v40, v33);
    const T v42 = v35 * v41;
    const T v43 = constant<T>(32.0) * v19;
    const T v44 = constant<T>(19.200000762939453) + v43;
    const T v45 = v19 * v44;
    const T v46 = constant<T>(9.600000381469727) + v45;
    const T v47 = v19 * v46;
    const T v48 = constant<T>(3.200000047683716) + v47;
    const T v49 = v26 * v48;
    const T v50 = constant<T>(3.0) - v49;
    const T v51 = constant<T>(3.0) * v19;
    const T v52 = constant<T>(2.4000000953674316) - v51;
    const T v53 = select_(v20, v52, v50);
    const T v54 = v3 * v42;
    const T v55 = v0 * v54;
    const T v56 = v1 * v54;
    const T v57 = v2 * v54;
    const T v58 = v34 * v35;
    const T v59 = v53 * v58;
    const T v60 = v3 * v59;
    const T v61 = v5 * v60;
    const T v62 = v54 + v61;
    const T v63 = v1 * v60;
    const T v64 = v0 * v63;
    const T v65 = v2 * v60;
    const T v66 = v0 * v65;
    const T v67 = v1 * v63;
    const T v68 = v54 + v67;
    const T v69 = v1 * v65;
    const T v70 = v2 * v65;
    const T v71 = v54 + v70;
    acc[0] += v55;
    acc[1] += v56;
    acc[2] += v57;
    acc[3] += v62;
    acc[4] += v64;
    acc[5] += v66;
    acc[6] += v68;
    acc[7] += v69;
    acc[8] += v71;
  }
  template <class T>
  HD static void nearness(const T* d, const T* w, const T* p, T* near) {
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
    near[0] = v11;
  }
  template <class T>
  HD static void simple(const T* d, const T* w, const T* p, T* acc) {
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
    const T v19 = v10 * v11;
    const T v20 = constant<T>(3.0) * v19;
    const T v21 = v3 * v20;
    const T v22 = v4 * v21;
    const T v23 = v22 - v12;
    const T v24 = v1 * v21;
    const T v25 = v0 * v24;
    const T v26 = v2 * v21;
    const T v27 = v0 * v26;
    const T v28 = v1 * v24;
    const T v29 = v28 - v12;
    const T v30 = v1 * v26;
    const T v31 = v2 * v26;
    const T v32 = v31 - v12;
    acc[0] += v14;
    acc[1] += v16;
    acc[2] += v18;
    acc[3] += v23;
    acc[4] += v25;
    acc[5] += v27;
    acc[6] += v29;
    acc[7] += v30;
    acc[8] += v32;
  }
};

struct Pair_3749b6daaa3782f1 {
  static constexpr int DIM = 4, WEIGHTS = 2, PARAMETERS = 0, RESULTS = 1;
  static constexpr bool BRANCHES = true;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
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
    const T v17 = rsqrt_apart_(v13);
    const T v18 = constant<T>(1.0) / v15;
    const T v19 = select_(v16, v18, constant<T>(9.223372036854776e+18));
    const T v20 = v13 * v17;
    const T v21 = v19 * v20;
    const mask_t<T> v22 = v21 < constant<T>(1.0);
    const T v23 = select_(v22, v21, constant<T>(1.0));
    const mask_t<T> v24 = v23 < constant<T>(0.5);
    const T v25 = constant<T>(2.0) * v19;
    const T v26 = select_(v14, v25, constant<T>(0.0));
    const T v27 = select_(v24, v26, v17);
    const T v28 = constant<T>(1.0) - v23;
    const T v29 = constant<T>(2.133333444595337) * v23;
    const T v30 = constant<T>(1.0666667222976685) + v29;
    const T v31 = v28 * v28;
    const T v32 = v28 * v31;
    const T v33 = constant<T>(3.200000047683716) * v23;
    const T v34 = constant<T>(4.800000190734863) - v33;
    const T v35 = v23 * v34;
    const T v36 = v23 * v35;
    const T v37 = constant<T>(-2.6666667461395264) + v36;
    const T v38 = v23 * v37;
    const T v39 = v23 * v38;
    const T v40 = constant<T>(1.399999976158142) + v39;
    const T v41 = v31 * v32;
    const T v42 = v30 * v41;
    const T v43 = constant<T>(1.0) - v42;
    const T v44 = select_(v24, v40, v43);
    const T v45 = v27 * v44;
    const T v46 = v1 * v45;
    acc[0] += v46;
  }
  template <class T>
  HD static void nearness(const T* d, const T* w, const T* p, T* near) {
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
    near[0] = v15;
  }
  template <class T>
  HD static void simple(const T* d, const T* w, const T* p, T* acc) {
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
};

struct Pair_cf6e5b25ae32c9d0 {
  static constexpr int DIM = 4, WEIGHTS = 2, PARAMETERS = 0, RESULTS = 4;
  static constexpr bool BRANCHES = true;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
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
    const T v17 = rsqrt_apart_(v13);
    const T v18 = constant<T>(1.0) / v15;
    const T v19 = select_(v16, v18, constant<T>(9.223372036854776e+18));
    const T v20 = v13 * v17;
    const T v21 = v19 * v20;
    const mask_t<T> v22 = v21 < constant<T>(1.0);
    const T v23 = select_(v22, v21, constant<T>(1.0));
    const mask_t<T> v24 = v23 < constant<T>(0.5);
    const T v25 = constant<T>(2.0) * v19;
    const T v26 = select_(v14, v25, constant<T>(0.0));
    const T v27 = select_(v24, v26, v17);
    const T v28 = constant<T>(1.0) - v23;
    const T v29 = constant<T>(2.133333444595337) * v23;
    const T v30 = constant<T>(1.0666667222976685) + v29;
    const T v31 = v28 * v28;
    const T v32 = constant<T>(3.200000047683716) * v23;
    const T v33 = constant<T>(4.800000190734863) - v32;
    const T v34 = v23 * v33;
    const T v35 = v23 * v34;
    const T v36 = constant<T>(-2.6666667461395264) + v35;
    const T v37 = v23 * v36;
    const T v38 = v23 * v37;
    const T v39 = constant<T>(1.399999976158142) + v38;
    const T v40 = constant<T>(10.666666984558105) * v23;
    const T v41 = constant<T>(-4.266666889190674) - v40;
    const T v42 = v23 * v41;
    const T v43 = constant<T>(-1.0666667222976685) + v42;
    const T v44 = v27 * v27;
    const T v45 = v27 * v44;
    const T v46 = constant<T>(4.0) * v23;
    const T v47 = constant<T>(4.800000190734863) - v46;
    const T v48 = v23 * v47;
    const T v49 = v23 * v48;
    const T v50 = constant<T>(-1.3333333730697632) + v49;
    const T v51 = v31 * v31;
    const T v52 = v28 * v51;
    const T v53 = v30 * v52;
    const T v54 = constant<T>(1.0) - v53;
    const T v55 = select_(v24, v39, v54);
    const T v56 = v27 * v55;
    const T v57 = v43 * v51;
    const T v58 = constant<T>(-1.0) - v57;
    const T v59 = select_(v24, v50, v58);
    const T v60 = v45 * v59;
    const T v61 = v1 * v56;
    const T v62 = v1 * v60;
    const T v63 = v2 * v62;
    const T v64 = v3 * v62;
    const T v65 = v4 * v62;
    acc[0] += v61;
    acc[1] += v63;
    acc[2] += v64;
    acc[3] += v65;
  }
  template <class T>
  HD static void nearness(const T* d, const T* w, const T* p, T* near) {
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
    near[0] = v15;
  }
  template <class T>
  HD static void simple(const T* d, const T* w, const T* p, T* acc) {
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
};

struct Pair_ea6b7ba25ee75c11 {
  static constexpr int DIM = 2, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 1;
  static constexpr bool BRANCHES = false;
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

struct Pair_18a45e4845ee9edb {
  static constexpr int DIM = 2, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 3;
  static constexpr bool BRANCHES = false;
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

struct Pair_c8b78f5a66ed18e8 {
  static constexpr int DIM = 2, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 2;
  static constexpr bool BRANCHES = false;
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

struct Pair_291298662bd9a367 {
  static constexpr int DIM = 2, WEIGHTS = 2, PARAMETERS = 1, RESULTS = 1;
  static constexpr bool BRANCHES = false;
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

struct Pair_ffd976dd14b3d37f {
  static constexpr int DIM = 2, WEIGHTS = 3, PARAMETERS = 1, RESULTS = 1;
  static constexpr bool BRANCHES = false;
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
    acc[0] += v20;
    acc[0] -= v21;
  }
};

struct Pair_99f949a18a965a81 {
  static constexpr int DIM = 2, WEIGHTS = 3, PARAMETERS = 1, RESULTS = 3;
  static constexpr bool BRANCHES = false;
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
    const T v30 = v1 * v28;
    acc[0] += v23;
    acc[1] += v25;
    acc[1] += v29;
    acc[2] += v26;
    acc[2] += v30;
  }
};

struct Pair_f6ee703e7ab95ffc {
  static constexpr int DIM = 2, WEIGHTS = 2, PARAMETERS = 1, RESULTS = 4;
  static constexpr bool BRANCHES = false;
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

struct Pair_34c596e49b4a38aa {
  static constexpr int DIM = 2, WEIGHTS = 2, PARAMETERS = 1, RESULTS = 10;
  static constexpr bool BRANCHES = false;
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

struct Pair_577d63cfc95c1aac {
  static constexpr int DIM = 2, WEIGHTS = 4, PARAMETERS = 1, RESULTS = 4;
  static constexpr bool BRANCHES = false;
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
    const T v23 = v1 * v20;
    const T v24 = v4 * v17;
    const T v25 = v16 * v19;
    const T v26 = v0 * v25;
    const T v27 = v3 * v17;
    const T v28 = v1 * v25;
    const T v29 = v5 * v17;
    acc[0] += v21;
    acc[0] += v22;
    acc[1] += v26;
    acc[1] += v27;
    acc[2] += v23;
    acc[2] += v24;
    acc[3] += v28;
    acc[3] += v29;
  }
};

struct Pair_7de2eb4337f7bd38 {
  static constexpr int DIM = 2, WEIGHTS = 6, PARAMETERS = 1, RESULTS = 4;
  static constexpr bool BRANCHES = false;
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
    const T v27 = v1 * v24;
    const T v28 = v6 * v19;
    const T v29 = v3 * v19;
    const T v30 = v18 * v21;
    const T v31 = v30 - v29;
    const T v32 = v0 * v31;
    const T v33 = v5 * v19;
    const T v34 = v1 * v31;
    const T v35 = v7 * v19;
    acc[0] += v25;
    acc[0] += v26;
    acc[1] += v32;
    acc[1] += v33;
    acc[2] += v27;
    acc[2] += v28;
    acc[3] += v34;
    acc[3] += v35;
  }
};

struct Pair_f63b802f448f74bf {
  static constexpr int DIM = 2, WEIGHTS = 1, PARAMETERS = 2, RESULTS = 1;
  static constexpr bool BRANCHES = false;
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

struct Pair_dde35a0e9455f01b {
  static constexpr int DIM = 2, WEIGHTS = 1, PARAMETERS = 2, RESULTS = 3;
  static constexpr bool BRANCHES = false;
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

struct Pair_faef6decc71a8c63 {
  static constexpr int DIM = 2, WEIGHTS = 1, PARAMETERS = 2, RESULTS = 2;
  static constexpr bool BRANCHES = false;
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

struct Pair_bdc1f819358f9ca2 {
  static constexpr int DIM = 2, WEIGHTS = 2, PARAMETERS = 2, RESULTS = 1;
  static constexpr bool BRANCHES = false;
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

struct Pair_159c4347a41206a4 {
  static constexpr int DIM = 2, WEIGHTS = 3, PARAMETERS = 2, RESULTS = 1;
  static constexpr bool BRANCHES = false;
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
    acc[0] += v23;
    acc[0] -= v24;
  }
};

struct Pair_1d99f185130b1738 {
  static constexpr int DIM = 1, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 1;
  static constexpr bool BRANCHES = false;
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

struct Pair_1b3e51361de3d134 {
  static constexpr int DIM = 1, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 2;
  static constexpr bool BRANCHES = false;
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

struct Pair_913b918a97fac4d0 {
  static constexpr int DIM = 1, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 1;
  static constexpr bool BRANCHES = false;
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

struct Pair_6b6b3541e9ab23fd {
  static constexpr int DIM = 1, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 1;
  static constexpr bool BRANCHES = false;
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

struct Pair_88d21e7f327cf8f7 {
  static constexpr int DIM = 1, WEIGHTS = 2, PARAMETERS = 1, RESULTS = 1;
  static constexpr bool BRANCHES = false;
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
    acc[0] += v12;
    acc[0] += v14;
  }
};

struct Pair_16f91d468ce4b9b3 {
  static constexpr int DIM = 1, WEIGHTS = 2, PARAMETERS = 1, RESULTS = 2;
  static constexpr bool BRANCHES = false;
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
    const T v16 = v1 * v11;
    const T v17 = -(v16);
    const T v18 = v2 * v11;
    const T v19 = v6 * v14;
    const T v20 = v17 - v19;
    const T v21 = v0 * v20;
    acc[0] += v15;
    acc[1] += v18;
    acc[1] += v21;
  }
};

struct Pair_3d16e16836bdcd5b {
  static constexpr int DIM = 1, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 2;
  static constexpr bool BRANCHES = false;
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
    const T v13 = v1 * v10;
    const T v14 = v5 * v12;
    const T v15 = v0 * v14;
    acc[0] += v12;
    acc[1] += v13;
    acc[1] -= v15;
  }
};

struct Pair_3506730af80ff303 {
  static constexpr int DIM = 1, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 1;
  static constexpr bool BRANCHES = false;
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
    const T v11 = v5 * v10;
    const T v12 = v0 * v1;
    const T v13 = v11 * v12;
    const T v14 = v0 * v13;
    const T v15 = v1 * v10;
    acc[0] += v15;
    acc[0] -= v14;
  }
};

struct Pair_2dade698dfcc7f9b {
  static constexpr int DIM = 1, WEIGHTS = 2, PARAMETERS = 1, RESULTS = 1;
  static constexpr bool BRANCHES = false;
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
    const T v12 = v6 * v11;
    const T v13 = v1 * v11;
    const T v14 = -(v13);
    const T v15 = v0 * v2;
    const T v16 = v12 * v15;
    const T v17 = v14 - v16;
    const T v18 = v0 * v17;
    const T v19 = v2 * v11;
    acc[0] += v18;
    acc[0] += v19;
  }
};

struct Pair_5171cf69523aef29 {
  static constexpr int DIM = 1, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 3;
  static constexpr bool BRANCHES = false;
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
    const T v11 = v1 * v9;
    const T v12 = v1 * v10;
    const T v13 = v0 * v12;
    const T v14 = -(v13);
    const T v15 = v5 * v12;
    const T v16 = v3 * v15;
    const T v17 = v16 - v12;
    acc[0] += v11;
    acc[1] += v14;
    acc[2] += v17;
  }
};

struct Pair_8fc4c957d791b142 {
  static constexpr int DIM = 1, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 1;
  static constexpr bool BRANCHES = false;
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
    const T v11 = v5 * v10;
    const T v12 = v1 * v11;
    const T v13 = v1 * v10;
    const T v14 = v3 * v12;
    acc[0] += v14;
    acc[0] -= v13;
  }
};

struct Pair_d6da29a78c51c8ea {
  static constexpr int DIM = 1, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 2;
  static constexpr bool BRANCHES = false;
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
    const T v14 = v5 * v11;
    const T v15 = v3 * v14;
    const T v16 = v15 - v11;
    acc[0] += v13;
    acc[1] += v16;
  }
};

struct Pair_a204f26eede1bc57 {
  static constexpr int DIM = 2, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 1;
  static constexpr bool BRANCHES = false;
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

struct Pair_7cc8aa873f237db5 {
  static constexpr int DIM = 2, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 3;
  static constexpr bool BRANCHES = false;
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

struct Pair_5b0de7a2bb8cf72c {
  static constexpr int DIM = 2, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 2;
  static constexpr bool BRANCHES = false;
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

struct Pair_bb4c452cdedf5da5 {
  static constexpr int DIM = 2, WEIGHTS = 2, PARAMETERS = 1, RESULTS = 1;
  static constexpr bool BRANCHES = false;
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

struct Pair_7d0c1590ba9dc939 {
  static constexpr int DIM = 2, WEIGHTS = 3, PARAMETERS = 1, RESULTS = 1;
  static constexpr bool BRANCHES = false;
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
    acc[0] += v16;
    acc[0] -= v21;
  }
};

struct Pair_d9503e9c30281a6e {
  static constexpr int DIM = 2, WEIGHTS = 3, PARAMETERS = 1, RESULTS = 3;
  static constexpr bool BRANCHES = false;
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
    const T v23 = v2 * v15;
    const T v24 = v3 * v15;
    const T v25 = v4 * v15;
    const T v26 = v10 * v21;
    const T v27 = v26 - v23;
    const T v28 = v0 * v27;
    const T v29 = v1 * v27;
    acc[0] += v22;
    acc[1] += v24;
    acc[1] += v28;
    acc[2] += v25;
    acc[2] += v29;
  }
};

struct Pair_c82714c6af7e3a8a {
  static constexpr int DIM = 2, WEIGHTS = 2, PARAMETERS = 1, RESULTS = 3;
  static constexpr bool BRANCHES = false;
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
    const T v21 = v2 * v14;
    const T v22 = v3 * v14;
    const T v23 = v9 * v19;
    const T v24 = v0 * v23;
    const T v25 = v1 * v23;
    acc[0] += v20;
    acc[1] += v21;
    acc[1] += v24;
    acc[2] += v22;
    acc[2] += v25;
  }
};

struct Pair_c7427ffa2f83cfb3 {
  static constexpr int DIM = 2, WEIGHTS = 2, PARAMETERS = 1, RESULTS = 2;
  static constexpr bool BRANCHES = false;
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
    const T v15 = v9 * v14;
    const T v16 = v0 * v2;
    const T v17 = -(v16);
    const T v18 = v1 * v3;
    const T v19 = v17 - v18;
    const T v20 = v15 * v19;
    const T v21 = v0 * v20;
    const T v22 = v2 * v14;
    const T v23 = v1 * v20;
    const T v24 = v3 * v14;
    acc[0] += v21;
    acc[0] += v22;
    acc[1] += v23;
    acc[1] += v24;
  }
};

struct Pair_8cf7b2f903c1ae9e {
  static constexpr int DIM = 2, WEIGHTS = 3, PARAMETERS = 1, RESULTS = 2;
  static constexpr bool BRANCHES = false;
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
    const T v16 = v10 * v15;
    const T v17 = v2 * v15;
    const T v18 = v0 * v3;
    const T v19 = -(v18);
    const T v20 = v1 * v4;
    const T v21 = v19 - v20;
    const T v22 = v16 * v21;
    const T v23 = v22 - v17;
    const T v24 = v0 * v23;
    const T v25 = v3 * v15;
    const T v26 = v1 * v23;
    const T v27 = v4 * v15;
    acc[0] += v24;
    acc[0] += v25;
    acc[1] += v26;
    acc[1] += v27;
  }
};

struct Pair_34ab692575caef49 {
  static constexpr int DIM = 2, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 6;
  static constexpr bool BRANCHES = false;
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
    const T v14 = v2 * v12;
    const T v15 = v2 * v13;
    const T v16 = v0 * v15;
    const T v17 = -(v16);
    const T v18 = v1 * v15;
    const T v19 = -(v18);
    const T v20 = v8 * v15;
    const T v21 = v4 * v20;
    const T v22 = v21 - v15;
    const T v23 = v1 * v20;
    const T v24 = v0 * v23;
    const T v25 = v1 * v23;
    const T v26 = v25 - v15;
    acc[0] += v14;
    acc[1] += v17;
    acc[2] += v19;
    acc[3] += v22;
    acc[4] += v24;
    acc[5] += v26;
  }
};

struct Pair_8cb8ece10577f0ad {
  static constexpr int DIM = 2, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 3;
  static constexpr bool BRANCHES = false;
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
    const T v14 = v8 * v13;
    const T v15 = v2 * v14;
    const T v16 = v2 * v13;
    const T v17 = v1 * v15;
    const T v18 = v0 * v17;
    const T v19 = v1 * v17;
    const T v20 = v19 - v16;
    const T v21 = v4 * v15;
    const T v22 = v21 - v16;
    acc[0] += v22;
    acc[1] += v18;
    acc[2] += v20;
  }
};

struct Pair_c565e1bdf8b822ff {
  static constexpr int DIM = 2, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 5;
  static constexpr bool BRANCHES = false;
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
    const T v19 = v8 * v14;
    const T v20 = v4 * v19;
    const T v21 = v20 - v14;
    const T v22 = v1 * v19;
    const T v23 = v0 * v22;
    const T v24 = v1 * v22;
    const T v25 = v24 - v14;
    acc[0] += v16;
    acc[1] += v18;
    acc[2] += v21;
    acc[3] += v23;
    acc[4] += v25;
  }
};

struct Pair_aba1e93490d10789 {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 1;
  static constexpr bool BRANCHES = false;
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

struct Pair_5f1ea8b84d2366ed {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 4;
  static constexpr bool BRANCHES = false;
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

struct Pair_e054045bc2af1932 {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 3;
  static constexpr bool BRANCHES = false;
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

struct Pair_501085c7bf1cb593 {
  static constexpr int DIM = 3, WEIGHTS = 3, PARAMETERS = 1, RESULTS = 1;
  static constexpr bool BRANCHES = false;
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

struct Pair_d0629ab991a6dcf4 {
  static constexpr int DIM = 3, WEIGHTS = 4, PARAMETERS = 1, RESULTS = 1;
  static constexpr bool BRANCHES = false;
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
    acc[0] += v20;
    acc[0] -= v27;
  }
};

struct Pair_75b7963e799e1937 {
  static constexpr int DIM = 3, WEIGHTS = 4, PARAMETERS = 1, RESULTS = 4;
  static constexpr bool BRANCHES = false;
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
    const T v29 = v3 * v19;
    const T v30 = v4 * v19;
    const T v31 = v5 * v19;
    const T v32 = v6 * v19;
    const T v33 = v14 * v27;
    const T v34 = v33 - v29;
    const T v35 = v0 * v34;
    const T v36 = v1 * v34;
    const T v37 = v2 * v34;
    acc[0] += v28;
    acc[1] += v30;
    acc[1] += v35;
    acc[2] += v31;
    acc[2] += v36;
    acc[3] += v32;
    acc[3] += v37;
  }
};

struct Pair_dc5cd06a20c29581 {
  static constexpr int DIM = 3, WEIGHTS = 3, PARAMETERS = 1, RESULTS = 4;
  static constexpr bool BRANCHES = false;
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
    const T v27 = v3 * v18;
    const T v28 = v4 * v18;
    const T v29 = v5 * v18;
    const T v30 = v13 * v25;
    const T v31 = v0 * v30;
    const T v32 = v1 * v30;
    const T v33 = v2 * v30;
    acc[0] += v26;
    acc[1] += v27;
    acc[1] += v31;
    acc[2] += v28;
    acc[2] += v32;
    acc[3] += v29;
    acc[3] += v33;
  }
};

struct Pair_a0b3859a04b163cc {
  static constexpr int DIM = 3, WEIGHTS = 3, PARAMETERS = 1, RESULTS = 3;
  static constexpr bool BRANCHES = false;
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
    const T v19 = v13 * v18;
    const T v20 = v0 * v3;
    const T v21 = -(v20);
    const T v22 = v1 * v4;
    const T v23 = v21 - v22;
    const T v24 = v2 * v5;
    const T v25 = v23 - v24;
    const T v26 = v19 * v25;
    const T v27 = v0 * v26;
    const T v28 = v3 * v18;
    const T v29 = v1 * v26;
    const T v30 = v4 * v18;
    const T v31 = v2 * v26;
    const T v32 = v5 * v18;
    acc[0] += v27;
    acc[0] += v28;
    acc[1] += v29;
    acc[1] += v30;
    acc[2] += v31;
    acc[2] += v32;
  }
};

struct Pair_6ac5d88fadfc022a {
  static constexpr int DIM = 3, WEIGHTS = 4, PARAMETERS = 1, RESULTS = 3;
  static constexpr bool BRANCHES = false;
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
    const T v20 = v14 * v19;
    const T v21 = v3 * v19;
    const T v22 = v0 * v4;
    const T v23 = -(v22);
    const T v24 = v1 * v5;
    const T v25 = v23 - v24;
    const T v26 = v2 * v6;
    const T v27 = v25 - v26;
    const T v28 = v20 * v27;
    const T v29 = v28 - v21;
    const T v30 = v0 * v29;
    const T v31 = v4 * v19;
    const T v32 = v1 * v29;
    const T v33 = v5 * v19;
    const T v34 = v2 * v29;
    const T v35 = v6 * v19;
    acc[0] += v30;
    acc[0] += v31;
    acc[1] += v32;
    acc[1] += v33;
    acc[2] += v34;
    acc[2] += v35;
  }
};

struct Pair_915b0e024a905a0f {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 10;
  static constexpr bool BRANCHES = false;
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
    const T v17 = v3 * v15;
    const T v18 = v3 * v16;
    const T v19 = v0 * v18;
    const T v20 = -(v19);
    const T v21 = v1 * v18;
    const T v22 = -(v21);
    const T v23 = v2 * v18;
    const T v24 = -(v23);
    const T v25 = v11 * v18;
    const T v26 = v5 * v25;
    const T v27 = v26 - v18;
    const T v28 = v1 * v25;
    const T v29 = v0 * v28;
    const T v30 = v2 * v25;
    const T v31 = v0 * v30;
    const T v32 = v1 * v28;
    const T v33 = v32 - v18;
    const T v34 = v1 * v30;
    const T v35 = v2 * v30;
    const T v36 = v35 - v18;
    acc[0] += v17;
    acc[1] += v20;
    acc[2] += v22;
    acc[3] += v24;
    acc[4] += v27;
    acc[5] += v29;
    acc[6] += v31;
    acc[7] += v33;
    acc[8] += v34;
    acc[9] += v36;
  }
};

struct Pair_eb56940d8746eff4 {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 6;
  static constexpr bool BRANCHES = false;
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
    const T v17 = v11 * v16;
    const T v18 = v3 * v17;
    const T v19 = v3 * v16;
    const T v20 = v1 * v18;
    const T v21 = v0 * v20;
    const T v22 = v2 * v18;
    const T v23 = v0 * v22;
    const T v24 = v1 * v20;
    const T v25 = v24 - v19;
    const T v26 = v1 * v22;
    const T v27 = v2 * v22;
    const T v28 = v27 - v19;
    const T v29 = v5 * v18;
    const T v30 = v29 - v19;
    acc[0] += v30;
    acc[1] += v21;
    acc[2] += v23;
    acc[3] += v25;
    acc[4] += v26;
    acc[5] += v28;
  }
};

struct Pair_0ab2a02a18433966 {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 9;
  static constexpr bool BRANCHES = false;
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
    const T v24 = v11 * v17;
    const T v25 = v5 * v24;
    const T v26 = v25 - v17;
    const T v27 = v1 * v24;
    const T v28 = v0 * v27;
    const T v29 = v2 * v24;
    const T v30 = v0 * v29;
    const T v31 = v1 * v27;
    const T v32 = v31 - v17;
    const T v33 = v1 * v29;
    const T v34 = v2 * v29;
    const T v35 = v34 - v17;
    acc[0] += v19;
    acc[1] += v21;
    acc[2] += v23;
    acc[3] += v26;
    acc[4] += v28;
    acc[5] += v30;
    acc[6] += v32;
    acc[7] += v33;
    acc[8] += v35;
  }
};

struct Pair_136552ff1466149a {
  static constexpr int DIM = 2, WEIGHTS = 1, PARAMETERS = 0, RESULTS = 1;
  static constexpr bool BRANCHES = false;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = w[0];
    const T v3 = v0 * v0;
    const T v4 = v1 * v1;
    const T v5 = v3 + v4;
    const T v6 = rsqrt_apart_(v5);
    const T v7 = v5 * v6;
    const T v8 = v2 * v7;
    acc[0] += v8;
  }
};

struct Pair_10abf943dbb6fc1a {
  static constexpr int DIM = 2, WEIGHTS = 1, PARAMETERS = 0, RESULTS = 3;
  static constexpr bool BRANCHES = false;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = w[0];
    const T v3 = v0 * v0;
    const T v4 = v1 * v1;
    const T v5 = v3 + v4;
    const T v6 = rsqrt_apart_(v5);
    const T v7 = v5 * v6;
    const T v8 = v6 * v6;
    const T v9 = v2 * v7;
    const T v10 = v8 * v9;
    const T v11 = v0 * v10;
    const T v12 = v1 * v10;
    acc[0] += v9;
    acc[1] += v11;
    acc[2] += v12;
  }
};

struct Pair_05093e0d54383610 {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 0, RESULTS = 1;
  static constexpr bool BRANCHES = false;
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
    const T v10 = v8 * v9;
    const T v11 = v3 * v10;
    acc[0] += v11;
  }
};

struct Pair_4257d893176f5a52 {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 0, RESULTS = 4;
  static constexpr bool BRANCHES = false;
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
    const T v10 = v8 * v9;
    const T v11 = v9 * v9;
    const T v12 = v3 * v10;
    const T v13 = v11 * v12;
    const T v14 = v0 * v13;
    const T v15 = v1 * v13;
    const T v16 = v2 * v13;
    acc[0] += v12;
    acc[1] += v14;
    acc[2] += v15;
    acc[3] += v16;
  }
};

struct Pair_350b0d497ba9a14a {
  static constexpr int DIM = 1, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 1;
  static constexpr bool BRANCHES = false;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = w[0];
    const T v2 = p[0];
    const T v3 = v0 * v0;
    const mask_t<T> v4 = constant<T>(0.0) < v3;
    const T v5 = log_(v3);
    const T v6 = constant<T>(0.5) * v5;
    const T v7 = v2 + v6;
    const T v8 = v3 * v7;
    const T v9 = select_(v4, v8, constant<T>(0.0));
    const T v10 = v1 * v9;
    acc[0] += v10;
  }
};

struct Pair_b898f95d14ee9753 {
  static constexpr int DIM = 1, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 2;
  static constexpr bool BRANCHES = false;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = w[0];
    const T v2 = p[0];
    const T v3 = v0 * v0;
    const mask_t<T> v4 = constant<T>(0.0) < v3;
    const T v5 = log_(v3);
    const T v6 = constant<T>(0.5) * v5;
    const T v7 = v2 + v6;
    const T v8 = v3 * v7;
    const T v9 = select_(v4, v8, constant<T>(0.0));
    const T v10 = constant<T>(2.0) * v7;
    const T v11 = constant<T>(1.0) + v10;
    const T v12 = select_(v4, v11, constant<T>(0.0));
    const T v13 = v1 * v9;
    const T v14 = v1 * v12;
    const T v15 = v0 * v14;
    acc[0] += v13;
    acc[1] += v15;
  }
};

struct Pair_824aa7046598e6a7 {
  static constexpr int DIM = 1, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 1;
  static constexpr bool BRANCHES = false;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = w[0];
    const T v2 = p[0];
    const T v3 = v0 * v0;
    const mask_t<T> v4 = constant<T>(0.0) < v3;
    const T v5 = log_(v3);
    const T v6 = constant<T>(0.5) * v5;
    const T v7 = v2 + v6;
    const T v8 = constant<T>(2.0) * v7;
    const T v9 = constant<T>(1.0) + v8;
    const T v10 = select_(v4, v9, constant<T>(0.0));
    const T v11 = v1 * v10;
    const T v12 = v0 * v11;
    acc[0] += v12;
  }
};

struct Pair_955abfdcefbb1a7d {
  static constexpr int DIM = 1, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 1;
  static constexpr bool BRANCHES = false;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = w[0];
    const T v2 = p[0];
    const T v3 = v0 * v0;
    const mask_t<T> v4 = constant<T>(0.0) < v3;
    const T v5 = v0 * v1;
    const T v6 = log_(v3);
    const T v7 = constant<T>(0.5) * v6;
    const T v8 = v2 + v7;
    const T v9 = constant<T>(2.0) * v8;
    const T v10 = constant<T>(1.0) + v9;
    const T v11 = select_(v4, v10, constant<T>(0.0));
    const T v12 = v5 * v11;
    const T v13 = -(v12);
    acc[0] += v13;
  }
};

struct Pair_b2166932494d103e {
  static constexpr int DIM = 1, WEIGHTS = 2, PARAMETERS = 1, RESULTS = 1;
  static constexpr bool BRANCHES = false;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = w[0];
    const T v2 = w[1];
    const T v3 = p[0];
    const T v4 = v0 * v0;
    const mask_t<T> v5 = constant<T>(0.0) < v4;
    const T v6 = v0 * v2;
    const T v7 = log_(v4);
    const T v8 = constant<T>(0.5) * v7;
    const T v9 = v3 + v8;
    const T v10 = v4 * v9;
    const T v11 = select_(v5, v10, constant<T>(0.0));
    const T v12 = constant<T>(2.0) * v9;
    const T v13 = constant<T>(1.0) + v12;
    const T v14 = select_(v5, v13, constant<T>(0.0));
    const T v15 = v1 * v11;
    const T v16 = v6 * v14;
    acc[0] += v15;
    acc[0] -= v16;
  }
};

struct Pair_3024f43b55578a4d {
  static constexpr int DIM = 2, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 1;
  static constexpr bool BRANCHES = false;
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
    const T v10 = v3 + v9;
    const T v11 = v6 * v10;
    const T v12 = select_(v7, v11, constant<T>(0.0));
    const T v13 = v2 * v12;
    acc[0] += v13;
  }
};

struct Pair_deabf7534c547da8 {
  static constexpr int DIM = 2, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 3;
  static constexpr bool BRANCHES = false;
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
    const T v10 = v3 + v9;
    const T v11 = v6 * v10;
    const T v12 = select_(v7, v11, constant<T>(0.0));
    const T v13 = constant<T>(2.0) * v10;
    const T v14 = constant<T>(1.0) + v13;
    const T v15 = select_(v7, v14, constant<T>(0.0));
    const T v16 = v2 * v12;
    const T v17 = v2 * v15;
    const T v18 = v0 * v17;
    const T v19 = v1 * v17;
    acc[0] += v16;
    acc[1] += v18;
    acc[2] += v19;
  }
};

struct Pair_30fbedbd5e74b700 {
  static constexpr int DIM = 2, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 2;
  static constexpr bool BRANCHES = false;
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
    const T v10 = v3 + v9;
    const T v11 = constant<T>(2.0) * v10;
    const T v12 = constant<T>(1.0) + v11;
    const T v13 = select_(v7, v12, constant<T>(0.0));
    const T v14 = v2 * v13;
    const T v15 = v0 * v14;
    const T v16 = v1 * v14;
    acc[0] += v15;
    acc[1] += v16;
  }
};

struct Pair_ac3f8ef91c1d0a70 {
  static constexpr int DIM = 2, WEIGHTS = 2, PARAMETERS = 1, RESULTS = 1;
  static constexpr bool BRANCHES = false;
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
    const mask_t<T> v8 = constant<T>(0.0) < v7;
    const T v9 = v0 * v2;
    const T v10 = -(v9);
    const T v11 = v1 * v3;
    const T v12 = v10 - v11;
    const T v13 = log_(v7);
    const T v14 = constant<T>(0.5) * v13;
    const T v15 = v4 + v14;
    const T v16 = constant<T>(2.0) * v15;
    const T v17 = constant<T>(1.0) + v16;
    const T v18 = select_(v8, v17, constant<T>(0.0));
    const T v19 = v12 * v18;
    acc[0] += v19;
  }
};

struct Pair_fe80690aaa7be894 {
  static constexpr int DIM = 2, WEIGHTS = 3, PARAMETERS = 1, RESULTS = 1;
  static constexpr bool BRANCHES = false;
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
    const T v16 = v5 + v15;
    const T v17 = v8 * v16;
    const T v18 = select_(v9, v17, constant<T>(0.0));
    const T v19 = constant<T>(2.0) * v16;
    const T v20 = constant<T>(1.0) + v19;
    const T v21 = select_(v9, v20, constant<T>(0.0));
    const T v22 = v2 * v18;
    const T v23 = v13 * v21;
    acc[0] += v22;
    acc[0] += v23;
  }
};

struct Pair_26095e9bd63c9544 {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 1;
  static constexpr bool BRANCHES = false;
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
    const mask_t<T> v10 = constant<T>(0.0) < v9;
    const T v11 = log_(v9);
    const T v12 = constant<T>(0.5) * v11;
    const T v13 = v4 + v12;
    const T v14 = v9 * v13;
    const T v15 = select_(v10, v14, constant<T>(0.0));
    const T v16 = v3 * v15;
    acc[0] += v16;
  }
};

struct Pair_ed8529f35e825986 {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 4;
  static constexpr bool BRANCHES = false;
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
    const mask_t<T> v10 = constant<T>(0.0) < v9;
    const T v11 = log_(v9);
    const T v12 = constant<T>(0.5) * v11;
    const T v13 = v4 + v12;
    const T v14 = v9 * v13;
    const T v15 = select_(v10, v14, constant<T>(0.0));
    const T v16 = constant<T>(2.0) * v13;
    const T v17 = constant<T>(1.0) + v16;
    const T v18 = select_(v10, v17, constant<T>(0.0));
    const T v19 = v3 * v15;
    const T v20 = v3 * v18;
    const T v21 = v0 * v20;
    const T v22 = v1 * v20;
    const T v23 = v2 * v20;
    acc[0] += v19;
    acc[1] += v21;
    acc[2] += v22;
    acc[3] += v23;
  }
};

struct Pair_8715a0f1d7480490 {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 3;
  static constexpr bool BRANCHES = false;
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
    const mask_t<T> v10 = constant<T>(0.0) < v9;
    const T v11 = log_(v9);
    const T v12 = constant<T>(0.5) * v11;
    const T v13 = v4 + v12;
    const T v14 = constant<T>(2.0) * v13;
    const T v15 = constant<T>(1.0) + v14;
    const T v16 = select_(v10, v15, constant<T>(0.0));
    const T v17 = v3 * v16;
    const T v18 = v0 * v17;
    const T v19 = v1 * v17;
    const T v20 = v2 * v17;
    acc[0] += v18;
    acc[1] += v19;
    acc[2] += v20;
  }
};

struct Pair_b1a507a8e52899da {
  static constexpr int DIM = 3, WEIGHTS = 3, PARAMETERS = 1, RESULTS = 1;
  static constexpr bool BRANCHES = false;
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
    const mask_t<T> v12 = constant<T>(0.0) < v11;
    const T v13 = v0 * v3;
    const T v14 = -(v13);
    const T v15 = v1 * v4;
    const T v16 = v14 - v15;
    const T v17 = v2 * v5;
    const T v18 = v16 - v17;
    const T v19 = log_(v11);
    const T v20 = constant<T>(0.5) * v19;
    const T v21 = v6 + v20;
    const T v22 = constant<T>(2.0) * v21;
    const T v23 = constant<T>(1.0) + v22;
    const T v24 = select_(v12, v23, constant<T>(0.0));
    const T v25 = v18 * v24;
    acc[0] += v25;
  }
};

struct Pair_0d6b544baae246cb {
  static constexpr int DIM = 3, WEIGHTS = 4, PARAMETERS = 1, RESULTS = 1;
  static constexpr bool BRANCHES = false;
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
    const mask_t<T> v13 = constant<T>(0.0) < v12;
    const T v14 = v0 * v4;
    const T v15 = -(v14);
    const T v16 = v1 * v5;
    const T v17 = v15 - v16;
    const T v18 = v2 * v6;
    const T v19 = v17 - v18;
    const T v20 = log_(v12);
    const T v21 = constant<T>(0.5) * v20;
    const T v22 = v7 + v21;
    const T v23 = v12 * v22;
    const T v24 = select_(v13, v23, constant<T>(0.0));
    const T v25 = constant<T>(2.0) * v22;
    const T v26 = constant<T>(1.0) + v25;
    const T v27 = select_(v13, v26, constant<T>(0.0));
    const T v28 = v3 * v24;
    const T v29 = v19 * v27;
    acc[0] += v28;
    acc[0] += v29;
  }
};

struct Pair_d6fb8ab9e0d4dd1b {
  static constexpr int DIM = 1, WEIGHTS = 1, PARAMETERS = 0, RESULTS = 1;
  static constexpr bool BRANCHES = false;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = w[0];
    const T v2 = v0 * v0;
    const T v3 = v2 * v2;
    const T v4 = rsqrt_apart_(v2);
    const T v5 = v3 * v4;
    const T v6 = v1 * v5;
    acc[0] += v6;
  }
};

struct Pair_4d093ee813ba1cc3 {
  static constexpr int DIM = 1, WEIGHTS = 1, PARAMETERS = 0, RESULTS = 2;
  static constexpr bool BRANCHES = false;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = w[0];
    const T v2 = v0 * v0;
    const T v3 = v2 * v2;
    const T v4 = rsqrt_apart_(v2);
    const T v5 = v3 * v4;
    const T v6 = constant<T>(3.0) * v4;
    const T v7 = v4 * v6;
    const T v8 = v1 * v5;
    const T v9 = v7 * v8;
    const T v10 = v0 * v9;
    acc[0] += v8;
    acc[1] += v10;
  }
};

struct Pair_b7d7465879de0e75 {
  static constexpr int DIM = 1, WEIGHTS = 1, PARAMETERS = 0, RESULTS = 1;
  static constexpr bool BRANCHES = false;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = w[0];
    const T v2 = v0 * v0;
    const T v3 = v2 * v2;
    const T v4 = rsqrt_apart_(v2);
    const T v5 = v3 * v4;
    const T v6 = constant<T>(3.0) * v4;
    const T v7 = v4 * v6;
    const T v8 = v5 * v7;
    const T v9 = v1 * v8;
    const T v10 = v0 * v9;
    acc[0] += v10;
  }
};

struct Pair_e065b404f73a9d56 {
  static constexpr int DIM = 1, WEIGHTS = 1, PARAMETERS = 0, RESULTS = 1;
  static constexpr bool BRANCHES = false;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = w[0];
    const T v2 = v0 * v0;
    const T v3 = v0 * v1;
    const T v4 = v2 * v2;
    const T v5 = rsqrt_apart_(v2);
    const T v6 = v4 * v5;
    const T v7 = constant<T>(3.0) * v5;
    const T v8 = v5 * v7;
    const T v9 = v6 * v8;
    const T v10 = v3 * v9;
    const T v11 = -(v10);
    acc[0] += v11;
  }
};

struct Pair_8158310c12963947 {
  static constexpr int DIM = 1, WEIGHTS = 2, PARAMETERS = 0, RESULTS = 1;
  static constexpr bool BRANCHES = false;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = w[0];
    const T v2 = w[1];
    const T v3 = v0 * v0;
    const T v4 = v0 * v2;
    const T v5 = v3 * v3;
    const T v6 = rsqrt_apart_(v3);
    const T v7 = v5 * v6;
    const T v8 = constant<T>(3.0) * v6;
    const T v9 = v6 * v8;
    const T v10 = v7 * v9;
    const T v11 = v1 * v7;
    const T v12 = v4 * v10;
    acc[0] += v11;
    acc[0] -= v12;
  }
};

struct Pair_49417efaa5162146 {
  static constexpr int DIM = 2, WEIGHTS = 1, PARAMETERS = 0, RESULTS = 1;
  static constexpr bool BRANCHES = false;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = w[0];
    const T v3 = v0 * v0;
    const T v4 = v1 * v1;
    const T v5 = v3 + v4;
    const T v6 = v5 * v5;
    const T v7 = rsqrt_apart_(v5);
    const T v8 = v6 * v7;
    const T v9 = v2 * v8;
    acc[0] += v9;
  }
};

struct Pair_6a2c450c65530354 {
  static constexpr int DIM = 2, WEIGHTS = 1, PARAMETERS = 0, RESULTS = 3;
  static constexpr bool BRANCHES = false;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = w[0];
    const T v3 = v0 * v0;
    const T v4 = v1 * v1;
    const T v5 = v3 + v4;
    const T v6 = v5 * v5;
    const T v7 = rsqrt_apart_(v5);
    const T v8 = v6 * v7;
    const T v9 = constant<T>(3.0) * v7;
    const T v10 = v7 * v9;
    const T v11 = v2 * v8;
    const T v12 = v10 * v11;
    const T v13 = v0 * v12;
    const T v14 = v1 * v12;
    acc[0] += v11;
    acc[1] += v13;
    acc[2] += v14;
  }
};

struct Pair_e40263c13f015908 {
  static constexpr int DIM = 2, WEIGHTS = 1, PARAMETERS = 0, RESULTS = 2;
  static constexpr bool BRANCHES = false;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = w[0];
    const T v3 = v0 * v0;
    const T v4 = v1 * v1;
    const T v5 = v3 + v4;
    const T v6 = v5 * v5;
    const T v7 = rsqrt_apart_(v5);
    const T v8 = v6 * v7;
    const T v9 = constant<T>(3.0) * v7;
    const T v10 = v7 * v9;
    const T v11 = v8 * v10;
    const T v12 = v2 * v11;
    const T v13 = v0 * v12;
    const T v14 = v1 * v12;
    acc[0] += v13;
    acc[1] += v14;
  }
};

struct Pair_65a6bf826b3a75ff {
  static constexpr int DIM = 2, WEIGHTS = 2, PARAMETERS = 0, RESULTS = 1;
  static constexpr bool BRANCHES = false;
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
    const T v11 = v6 * v6;
    const T v12 = rsqrt_apart_(v6);
    const T v13 = v11 * v12;
    const T v14 = constant<T>(3.0) * v12;
    const T v15 = v12 * v14;
    const T v16 = v13 * v15;
    const T v17 = v10 * v16;
    acc[0] += v17;
  }
};

struct Pair_42672a3dae18cdca {
  static constexpr int DIM = 2, WEIGHTS = 3, PARAMETERS = 0, RESULTS = 1;
  static constexpr bool BRANCHES = false;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = w[0];
    const T v3 = w[1];
    const T v4 = w[2];
    const T v5 = v0 * v0;
    const T v6 = v1 * v1;
    const T v7 = v5 + v6;
    const T v8 = v0 * v3;
    const T v9 = -(v8);
    const T v10 = v1 * v4;
    const T v11 = v9 - v10;
    const T v12 = v7 * v7;
    const T v13 = rsqrt_apart_(v7);
    const T v14 = v12 * v13;
    const T v15 = constant<T>(3.0) * v13;
    const T v16 = v13 * v15;
    const T v17 = v14 * v16;
    const T v18 = v2 * v14;
    const T v19 = v11 * v17;
    acc[0] += v18;
    acc[0] += v19;
  }
};

struct Pair_8a4109c90fd6e46d {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 0, RESULTS = 1;
  static constexpr bool BRANCHES = false;
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
    const T v9 = v8 * v8;
    const T v10 = rsqrt_apart_(v8);
    const T v11 = v9 * v10;
    const T v12 = v3 * v11;
    acc[0] += v12;
  }
};

struct Pair_bb25a45b19be7eec {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 0, RESULTS = 4;
  static constexpr bool BRANCHES = false;
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
    const T v9 = v8 * v8;
    const T v10 = rsqrt_apart_(v8);
    const T v11 = v9 * v10;
    const T v12 = constant<T>(3.0) * v10;
    const T v13 = v10 * v12;
    const T v14 = v3 * v11;
    const T v15 = v13 * v14;
    const T v16 = v0 * v15;
    const T v17 = v1 * v15;
    const T v18 = v2 * v15;
    acc[0] += v14;
    acc[1] += v16;
    acc[2] += v17;
    acc[3] += v18;
  }
};

struct Pair_664491ed71e7b973 {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 0, RESULTS = 3;
  static constexpr bool BRANCHES = false;
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
    const T v9 = v8 * v8;
    const T v10 = rsqrt_apart_(v8);
    const T v11 = v9 * v10;
    const T v12 = constant<T>(3.0) * v10;
    const T v13 = v10 * v12;
    const T v14 = v11 * v13;
    const T v15 = v3 * v14;
    const T v16 = v0 * v15;
    const T v17 = v1 * v15;
    const T v18 = v2 * v15;
    acc[0] += v16;
    acc[1] += v17;
    acc[2] += v18;
  }
};

struct Pair_9879147b4d9861dc {
  static constexpr int DIM = 3, WEIGHTS = 3, PARAMETERS = 0, RESULTS = 1;
  static constexpr bool BRANCHES = false;
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
    const T v17 = v10 * v10;
    const T v18 = rsqrt_apart_(v10);
    const T v19 = v17 * v18;
    const T v20 = constant<T>(3.0) * v18;
    const T v21 = v18 * v20;
    const T v22 = v19 * v21;
    const T v23 = v16 * v22;
    acc[0] += v23;
  }
};

struct Pair_b6cdd362b86d4826 {
  static constexpr int DIM = 3, WEIGHTS = 4, PARAMETERS = 0, RESULTS = 1;
  static constexpr bool BRANCHES = false;
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
    const T v18 = v11 * v11;
    const T v19 = rsqrt_apart_(v11);
    const T v20 = v18 * v19;
    const T v21 = constant<T>(3.0) * v19;
    const T v22 = v19 * v21;
    const T v23 = v20 * v22;
    const T v24 = v3 * v20;
    const T v25 = v17 * v23;
    acc[0] += v24;
    acc[0] += v25;
  }
};

struct Pair_e022de9edd1e3f5f {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 2, RESULTS = 1;
  static constexpr bool BRANCHES = false;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = w[0];
    const T v4 = p[0];
    const T v5 = p[1];
    const T v6 = v0 * v0;
    const T v7 = v1 * v1;
    const T v8 = v6 + v7;
    const T v9 = v2 * v2;
    const T v10 = v8 + v9;
    const T v11 = v4 * v4;
    const T v12 = constant<T>(2.0) * v4;
    const T v13 = v5 * v12;
    const T v14 = v10 + v11;
    const mask_t<T> v15 = constant<T>(0.0) < v10;
    const T v16 = rsqrt_(v14);
    const T v17 = v16 / v14;
    const T v18 = constant<T>(0.5) * v17;
    const T v19 = v13 * v18;
    const T v20 = -(v19);
    const T v21 = select_(v15, v20, constant<T>(0.0));
    const T v22 = v3 * v21;
    acc[0] += v22;
  }
};

struct Pair_b4f19d42d5b5daf9 {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 2, RESULTS = 4;
  static constexpr bool BRANCHES = false;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = w[0];
    const T v4 = p[0];
    const T v5 = p[1];
    const T v6 = v0 * v0;
    const T v7 = v1 * v1;
    const T v8 = v6 + v7;
    const T v9 = v2 * v2;
    const T v10 = v8 + v9;
    const T v11 = v4 * v4;
    const T v12 = constant<T>(2.0) * v4;
    const T v13 = v5 * v12;
    const T v14 = v10 + v11;
    const mask_t<T> v15 = constant<T>(0.0) < v10;
    const T v16 = rsqrt_(v14);
    const T v17 = rsqrt_apart_(v10, v11);
    const T v18 = v16 / v14;
    const T v19 = constant<T>(0.5) * v18;
    const T v20 = v13 * v19;
    const T v21 = -(v20);
    const T v22 = select_(v15, v21, constant<T>(0.0));
    const T v23 = v17 * v22;
    const T v24 = constant<T>(2.0) * v23;
    const T v25 = v17 * v24;
    const T v26 = -(v25);
    const T v27 = v3 * v22;
    const T v28 = v17 * v23;
    const T v29 = v26 - v28;
    const T v30 = v3 * v29;
    const T v31 = v0 * v30;
    const T v32 = v1 * v30;
    const T v33 = v2 * v30;
    acc[0] += v27;
    acc[1] += v31;
    acc[2] += v32;
    acc[3] += v33;
  }
};

struct Pair_f46e6f20b6ffbfc4 {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 2, RESULTS = 3;
  static constexpr bool BRANCHES = false;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = w[0];
    const T v4 = p[0];
    const T v5 = p[1];
    const T v6 = v0 * v0;
    const T v7 = v1 * v1;
    const T v8 = v6 + v7;
    const T v9 = v2 * v2;
    const T v10 = v8 + v9;
    const T v11 = v4 * v4;
    const T v12 = constant<T>(2.0) * v4;
    const T v13 = v5 * v12;
    const T v14 = v10 + v11;
    const mask_t<T> v15 = constant<T>(0.0) < v10;
    const T v16 = rsqrt_(v14);
    const T v17 = rsqrt_apart_(v10, v11);
    const T v18 = v16 / v14;
    const T v19 = constant<T>(0.5) * v18;
    const T v20 = v13 * v19;
    const T v21 = -(v20);
    const T v22 = select_(v15, v21, constant<T>(0.0));
    const T v23 = v17 * v22;
    const T v24 = constant<T>(2.0) * v23;
    const T v25 = v17 * v24;
    const T v26 = -(v25);
    const T v27 = v17 * v23;
    const T v28 = v26 - v27;
    const T v29 = v3 * v28;
    const T v30 = v0 * v29;
    const T v31 = v1 * v29;
    const T v32 = v2 * v29;
    acc[0] += v30;
    acc[1] += v31;
    acc[2] += v32;
  }
};

struct Pair_7dfa8a6a48b61981 {
  static constexpr int DIM = 3, WEIGHTS = 3, PARAMETERS = 2, RESULTS = 1;
  static constexpr bool BRANCHES = false;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = w[0];
    const T v4 = w[1];
    const T v5 = w[2];
    const T v6 = p[0];
    const T v7 = p[1];
    const T v8 = v0 * v0;
    const T v9 = v1 * v1;
    const T v10 = v8 + v9;
    const T v11 = v2 * v2;
    const T v12 = v10 + v11;
    const T v13 = v6 * v6;
    const T v14 = constant<T>(2.0) * v6;
    const T v15 = v7 * v14;
    const T v16 = v12 + v13;
    const mask_t<T> v17 = constant<T>(0.0) < v12;
    const T v18 = v0 * v3;
    const T v19 = -(v18);
    const T v20 = v1 * v4;
    const T v21 = v19 - v20;
    const T v22 = v2 * v5;
    const T v23 = v21 - v22;
    const T v24 = rsqrt_(v16);
    const T v25 = rsqrt_apart_(v12, v13);
    const T v26 = v24 / v16;
    const T v27 = constant<T>(0.5) * v26;
    const T v28 = v15 * v27;
    const T v29 = -(v28);
    const T v30 = select_(v17, v29, constant<T>(0.0));
    const T v31 = v25 * v30;
    const T v32 = constant<T>(2.0) * v31;
    const T v33 = v25 * v32;
    const T v34 = -(v33);
    const T v35 = v25 * v31;
    const T v36 = v34 - v35;
    const T v37 = v23 * v36;
    acc[0] += v37;
  }
};

struct Pair_26b630d0189697f0 {
  static constexpr int DIM = 3, WEIGHTS = 4, PARAMETERS = 2, RESULTS = 1;
  static constexpr bool BRANCHES = false;
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
    const T v8 = p[1];
    const T v9 = v0 * v0;
    const T v10 = v1 * v1;
    const T v11 = v9 + v10;
    const T v12 = v2 * v2;
    const T v13 = v11 + v12;
    const T v14 = v7 * v7;
    const T v15 = constant<T>(2.0) * v7;
    const T v16 = v8 * v15;
    const T v17 = v13 + v14;
    const mask_t<T> v18 = constant<T>(0.0) < v13;
    const T v19 = v0 * v4;
    const T v20 = -(v19);
    const T v21 = v1 * v5;
    const T v22 = v20 - v21;
    const T v23 = v2 * v6;
    const T v24 = v22 - v23;
    const T v25 = rsqrt_(v17);
    const T v26 = rsqrt_apart_(v13, v14);
    const T v27 = v25 / v17;
    const T v28 = constant<T>(0.5) * v27;
    const T v29 = v16 * v28;
    const T v30 = -(v29);
    const T v31 = select_(v18, v30, constant<T>(0.0));
    const T v32 = v26 * v31;
    const T v33 = constant<T>(2.0) * v32;
    const T v34 = v26 * v33;
    const T v35 = -(v34);
    const T v36 = v3 * v31;
    const T v37 = v26 * v32;
    const T v38 = v35 - v37;
    const T v39 = v24 * v38;
    acc[0] += v36;
    acc[0] += v39;
  }
};

struct Pair_7b209738dfc29794 {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 2, RESULTS = 1;
  static constexpr bool BRANCHES = true;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = w[0];
    const T v4 = p[0];
    const T v5 = p[1];
    const T v6 = v0 * v0;
    const T v7 = v1 * v1;
    const T v8 = v6 + v7;
    const T v9 = v2 * v2;
    const T v10 = v8 + v9;
    const mask_t<T> v11 = constant<T>(0.0) < v10;
    const T v12 = v4 * constant<T>(2.799999952316284);
    const T v13 = v5 * constant<T>(2.799999952316284);
    const mask_t<T> v14 = constant<T>(0.0) < v12;
    const T v15 = rsqrt_apart_(v10);
    const T v16 = constant<T>(1.0) / v12;
    const T v17 = select_(v14, v16, constant<T>(9.223372036854776e+18));
    const T v18 = v12 * v12;
    const T v19 = constant<T>(1.0) / v18;
    const T v20 = v13 * v19;
    const T v21 = -(v20);
    const T v22 = select_(v14, v21, constant<T>(0.0));
    const T v23 = v10 * v15;
    const T v24 = v17 * v23;
    const T v25 = v22 * v23;
    const mask_t<T> v26 = v24 < constant<T>(1.0);
    const T v27 = select_(v26, v24, constant<T>(1.0));
    const T v28 = select_(v26, v25, constant<T>(0.0));
    const mask_t<T> v29 = v27 < constant<T>(0.5);
    const T v30 = constant<T>(2.0) * v17;
    const T v31 = constant<T>(2.0) * v22;
    const T v32 = select_(v11, v30, constant<T>(0.0));
    const T v33 = select_(v11, v31, constant<T>(0.0));
    const T v34 = select_(v29, v32, v15);
    const T v35 = select_(v29, v33, constant<T>(0.0));
    const T v36 = constant<T>(1.0) - v27;
    const T v37 = constant<T>(2.133333444595337) * v27;
    const T v38 = constant<T>(2.133333444595337) * v28;
    const T v39 = constant<T>(1.0666667222976685) + v37;
    const T v40 = v36 * v36;
    const T v41 = v28 * v36;
    const T v42 = -(v41);
    const T v43 = v42 - v41;
    const T v44 = v36 * v40;
    const T v45 = v36 * v43;
    const T v46 = v28 * v40;
    const T v47 = v45 - v46;
    const T v48 = v36 * v44;
    const T v49 = v36 * v47;
    const T v50 = v28 * v44;
    const T v51 = v49 - v50;
    const T v52 = v36 * v48;
    const T v53 = v36 * v51;
    const T v54 = v28 * v48;
    const T v55 = v53 - v54;
    const T v56 = v39 * v52;
    const T v57 = v38 * v52;
    const T v58 = v39 * v55;
    const T v59 = v57 + v58;
    const T v60 = constant<T>(1.0) - v56;
    const T v61 = -(v59);
    const T v62 = constant<T>(3.200000047683716) * v27;
    const T v63 = constant<T>(4.800000190734863) - v62;
    const T v64 = v27 * v63;
    const T v65 = v28 * v63;
    const T v66 = v27 * v64;
    const T v67 = v28 * v64;
    const T v68 = constant<T>(-2.6666667461395264) + v66;
    const T v69 = v27 * v68;
    const T v70 = v28 * v68;
    const T v71 = v27 * v69;
    const T v72 = v28 * v69;
    const T v73 = constant<T>(1.399999976158142) + v71;
    const T v74 = select_(v29, v73, v60);
    const T v75 = v35 * v74;
    const T v76 = v28 * v62;
    const T v77 = v65 - v76;
    const T v78 = v27 * v77;
    const T v79 = v67 + v78;
    const T v80 = v27 * v79;
    const T v81 = v70 + v80;
    const T v82 = v27 * v81;
    const T v83 = v72 + v82;
    const T v84 = select_(v29, v83, v61);
    const T v85 = v34 * v84;
    const T v86 = v75 + v85;
    const T v87 = v3 * v86;
    acc[0] += v87;
  }
  template <class T>
  HD static void nearness(const T* d, const T* w, const T* p, T* near) {
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
    near[0] = v11;
  }
  template <class T>
  HD static void simple(const T* d, const T* w, const T* p, T* acc) {
    acc[0] += constant<T>(0.0);
  }
};

struct Pair_038bc4d78d6cfb9e {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 2, RESULTS = 4;
  static constexpr bool BRANCHES = true;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = w[0];
    const T v4 = p[0];
    const T v5 = p[1];
    const T v6 = v0 * v0;
    const T v7 = v1 * v1;
    const T v8 = v6 + v7;
    const T v9 = v2 * v2;
    const T v10 = v8 + v9;
    const mask_t<T> v11 = constant<T>(0.0) < v10;
    const T v12 = v4 * constant<T>(2.799999952316284);
    const T v13 = v5 * constant<T>(2.799999952316284);
    const mask_t<T> v14 = constant<T>(0.0) < v12;
    const T v15 = rsqrt_apart_(v10);
    const T v16 = constant<T>(1.0) / v12;
    const T v17 = select_(v14, v16, constant<T>(9.223372036854776e+18));
    const T v18 = v12 * v12;
    const T v19 = constant<T>(1.0) / v18;
    const T v20 = v13 * v19;
    const T v21 = -(v20);
    const T v22 = select_(v14, v21, constant<T>(0.0));
    const T v23 = v10 * v15;
    const T v24 = v17 * v23;
    const T v25 = v22 * v23;
    const mask_t<T> v26 = v24 < constant<T>(1.0);
    const T v27 = select_(v26, v24, constant<T>(1.0));
    const T v28 = select_(v26, v25, constant<T>(0.0));
    const mask_t<T> v29 = v27 < constant<T>(0.5);
    const T v30 = constant<T>(2.0) * v17;
    const T v31 = constant<T>(2.0) * v22;
    const T v32 = select_(v11, v30, constant<T>(0.0));
    const T v33 = select_(v11, v31, constant<T>(0.0));
    const T v34 = select_(v29, v32, v15);
    const T v35 = select_(v29, v33, constant<T>(0.0));
    const T v36 = constant<T>(1.0) - v27;
    const T v37 = constant<T>(2.133333444595337) * v27;
    const T v38 = constant<T>(2.133333444595337) * v28;
    const T v39 = constant<T>(1.0666667222976685) + v37;
    const T v40 = v36 * v36;
    const T v41 = v28 * v36;
    const T v42 = -(v41);
    const T v43 = v42 - v41;
    const T v44 = v36 * v40;
    const T v45 = v36 * v43;
    const T v46 = v28 * v40;
    const T v47 = v45 - v46;
    const T v48 = v36 * v44;
    const T v49 = v36 * v47;
    const T v50 = v28 * v44;
    const T v51 = v49 - v50;
    const T v52 = v36 * v48;
    const T v53 = v36 * v51;
    const T v54 = v28 * v48;
    const T v55 = v53 - v54;
    const T v56 = v39 * v52;
    const T v57 = v38 * v52;
    const T v58 = v39 * v55;
    const T v59 = v57 + v58;
    const T v60 = constant<T>(1.0) - v56;
    const T v61 = -(v59);
    const T v62 = constant<T>(3.200000047683716) * v27;
    const T v63 = constant<T>(4.800000190734863) - v62;
    const T v64 = v27 * v63;
    const T v65 = v28 * v63;
    const T v66 = v27 * v64;
    const T v67 = v28 * v64;
    const T v68 = constant<T>(-2.6666667461395264) + v66;
    const T v69 = v27 * v68;
    const T v70 = v28 * v68;
    const T v71 = v27 * v69;
    const T v72 = v28 * v69;
    const T v73 = constant<T>(1.399999976158142) + v71;
    const T v74 = select_(v29, v73, v60);
    const T v75 = v35 * v74;
    const T v76 = constant<T>(10.666666984558105) * v27;
    const T v77 = constant<T>(-4.266666889190674) - v76;
    const T v78 = v27 * v77;
    const T v79 = v28 * v77;
    const T v80 = constant<T>(-1.0666667222976685) + v78;
    const T v81 = v48 * v80;
    const T v82 = v51 * v80;
    const T v83 = constant<T>(-1.0) - v81;
    const T v84 = v34 * v34;
    const T v85 = v34 * v35;
    const T v86 = constant<T>(2.0) * v85;
    const T v87 = v34 * v84;
    const T v88 = v34 * v86;
    const T v89 = v35 * v84;
    const T v90 = v88 + v89;
    const T v91 = constant<T>(4.0) * v27;
    const T v92 = constant<T>(4.800000190734863) - v91;
    const T v93 = v27 * v92;
    const T v94 = v28 * v92;
    const T v95 = v27 * v93;
    const T v96 = v28 * v93;
    const T v97 = constant<T>(-1.3333333730697632) + v95;
    const T v98 = select_(v29, v97, v83);
    const T v99 = v90 * v98;
    const T v100 = v28 * v62;
    const T v101 = v65 - v100;
    const T v102 = v27 * v101;
    const T v103 = v67 + v102;
    const T v104 = v27 * v103;
    const T v105 = v70 + v104;
    const T v106 = v27 * v105;
    const T v107 = v72 + v106;
    const T v108 = select_(v29, v107, v61);
    const T v109 = v34 * v108;
    const T v110 = v75 + v109;
    const T v111 = v28 * v76;
    const T v112 = v79 - v111;
    const T v113 = v48 * v112;
    const T v114 = v82 + v113;
    const T v115 = -(v114);
    const T v116 = v28 * v91;
    const T v117 = v94 - v116;
    const T v118 = v27 * v117;
    const T v119 = v96 + v118;
    const T v120 = select_(v29, v119, v115);
    const T v121 = v87 * v120;
    const T v122 = v99 + v121;
    const T v123 = v3 * v110;
    const T v124 = v3 * v122;
    const T v125 = v0 * v124;
    const T v126 = v1 * v124;
    const T v127 = v2 * v124;
    acc[0] += v123;
    acc[1] += v125;
    acc[2] += v126;
    acc[3] += v127;
  }
  template <class T>
  HD static void nearness(const T* d, const T* w, const T* p, T* near) {
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
    near[0] = v11;
  }
  template <class T>
  HD static void simple(const T* d, const T* w, const T* p, T* acc) {
    acc[0] += constant<T>(0.0);
    acc[1] += constant<T>(0.0);
    acc[2] += constant<T>(0.0);
    acc[3] += constant<T>(0.0);
  }
};

struct Pair_8c330cf833fef82f {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 2, RESULTS = 3;
  static constexpr bool BRANCHES = true;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = w[0];
    const T v4 = p[0];
    const T v5 = p[1];
    const T v6 = v0 * v0;
    const T v7 = v1 * v1;
    const T v8 = v6 + v7;
    const T v9 = v2 * v2;
    const T v10 = v8 + v9;
    const mask_t<T> v11 = constant<T>(0.0) < v10;
    const T v12 = v4 * constant<T>(2.799999952316284);
    const T v13 = v5 * constant<T>(2.799999952316284);
    const mask_t<T> v14 = constant<T>(0.0) < v12;
    const T v15 = rsqrt_apart_(v10);
    const T v16 = constant<T>(1.0) / v12;
    const T v17 = select_(v14, v16, constant<T>(9.223372036854776e+18));
    const T v18 = v12 * v12;
    const T v19 = constant<T>(1.0) / v18;
    const T v20 = v13 * v19;
    const T v21 = -(v20);
    const T v22 = select_(v14, v21, constant<T>(0.0));
    const T v23 = v10 * v15;
    const T v24 = v17 * v23;
    const T v25 = v22 * v23;
    const mask_t<T> v26 = v24 < constant<T>(1.0);
    const T v27 = select_(v26, v24, constant<T>(1.0));
    const T v28 = select_(v26, v25, constant<T>(0.0));
    const mask_t<T> v29 = v27 < constant<T>(0.5);
    const T v30 = constant<T>(2.0) * v17;
    const T v31 = constant<T>(2.0) * v22;
    const T v32 = select_(v11, v30, constant<T>(0.0));
    const T v33 = select_(v11, v31, constant<T>(0.0));
    const T v34 = select_(v29, v32, v15);
    const T v35 = select_(v29, v33, constant<T>(0.0));
    const T v36 = constant<T>(1.0) - v27;
    const T v37 = v36 * v36;
    const T v38 = v28 * v36;
    const T v39 = -(v38);
    const T v40 = v39 - v38;
    const T v41 = v36 * v37;
    const T v42 = v36 * v40;
    const T v43 = v28 * v37;
    const T v44 = v42 - v43;
    const T v45 = v36 * v41;
    const T v46 = v36 * v44;
    const T v47 = v28 * v41;
    const T v48 = v46 - v47;
    const T v49 = constant<T>(10.666666984558105) * v27;
    const T v50 = constant<T>(-4.266666889190674) - v49;
    const T v51 = v27 * v50;
    const T v52 = v28 * v50;
    const T v53 = constant<T>(-1.0666667222976685) + v51;
    const T v54 = v45 * v53;
    const T v55 = v48 * v53;
    const T v56 = constant<T>(-1.0) - v54;
    const T v57 = v34 * v34;
    const T v58 = v34 * v35;
    const T v59 = constant<T>(2.0) * v58;
    const T v60 = v34 * v57;
    const T v61 = v34 * v59;
    const T v62 = v35 * v57;
    const T v63 = v61 + v62;
    const T v64 = constant<T>(4.0) * v27;
    const T v65 = constant<T>(4.800000190734863) - v64;
    const T v66 = v27 * v65;
    const T v67 = v28 * v65;
    const T v68 = v27 * v66;
    const T v69 = v28 * v66;
    const T v70 = constant<T>(-1.3333333730697632) + v68;
    const T v71 = select_(v29, v70, v56);
    const T v72 = v63 * v71;
    const T v73 = v28 * v49;
    const T v74 = v52 - v73;
    const T v75 = v45 * v74;
    const T v76 = v55 + v75;
    const T v77 = -(v76);
    const T v78 = v28 * v64;
    const T v79 = v67 - v78;
    const T v80 = v27 * v79;
    const T v81 = v69 + v80;
    const T v82 = select_(v29, v81, v77);
    const T v83 = v60 * v82;
    const T v84 = v72 + v83;
    const T v85 = v3 * v84;
    const T v86 = v0 * v85;
    const T v87 = v1 * v85;
    const T v88 = v2 * v85;
    acc[0] += v86;
    acc[1] += v87;
    acc[2] += v88;
  }
  template <class T>
  HD static void nearness(const T* d, const T* w, const T* p, T* near) {
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
    near[0] = v11;
  }
  template <class T>
  HD static void simple(const T* d, const T* w, const T* p, T* acc) {
    acc[0] += constant<T>(0.0);
    acc[1] += constant<T>(0.0);
    acc[2] += constant<T>(0.0);
  }
};

struct Pair_7d4061d4c58125b5 {
  static constexpr int DIM = 3, WEIGHTS = 3, PARAMETERS = 2, RESULTS = 1;
  static constexpr bool BRANCHES = true;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = w[0];
    const T v4 = w[1];
    const T v5 = w[2];
    const T v6 = p[0];
    const T v7 = p[1];
    const T v8 = v0 * v0;
    const T v9 = v1 * v1;
    const T v10 = v8 + v9;
    const T v11 = v2 * v2;
    const T v12 = v10 + v11;
    const mask_t<T> v13 = constant<T>(0.0) < v12;
    const T v14 = v6 * constant<T>(2.799999952316284);
    const T v15 = v7 * constant<T>(2.799999952316284);
    const mask_t<T> v16 = constant<T>(0.0) < v14;
    const T v17 = v0 * v3;
    const T v18 = -(v17);
    const T v19 = v1 * v4;
    const T v20 = v18 - v19;
    const T v21 = v2 * v5;
    const T v22 = v20 - v21;
    const T v23 = rsqrt_apart_(v12);
    const T v24 = constant<T>(1.0) / v14;
    const T v25 = select_(v16, v24, constant<T>(9.223372036854776e+18));
    const T v26 = v14 * v14;
    const T v27 = constant<T>(1.0) / v26;
    const T v28 = v15 * v27;
    const T v29 = -(v28);
    const T v30 = select_(v16, v29, constant<T>(0.0));
    const T v31 = v12 * v23;
    const T v32 = v25 * v31;
    const T v33 = v30 * v31;
    const mask_t<T> v34 = v32 < constant<T>(1.0);
    const T v35 = select_(v34, v32, constant<T>(1.0));
    const T v36 = select_(v34, v33, constant<T>(0.0));
    const mask_t<T> v37 = v35 < constant<T>(0.5);
    const T v38 = constant<T>(2.0) * v25;
    const T v39 = constant<T>(2.0) * v30;
    const T v40 = select_(v13, v38, constant<T>(0.0));
    const T v41 = select_(v13, v39, constant<T>(0.0));
    const T v42 = select_(v37, v40, v23);
    const T v43 = select_(v37, v41, constant<T>(0.0));
    const T v44 = constant<T>(1.0) - v35;
    const T v45 = v44 * v44;
    const T v46 = v36 * v44;
    const T v47 = -(v46);
    const T v48 = v47 - v46;
    const T v49 = v44 * v45;
    const T v50 = v44 * v48;
    const T v51 = v36 * v45;
    const T v52 = v50 - v51;
    const T v53 = v44 * v49;
    const T v54 = v44 * v52;
    const T v55 = v36 * v49;
    const T v56 = v54 - v55;
    const T v57 = constant<T>(10.666666984558105) * v35;
    const T v58 = constant<T>(-4.266666889190674) - v57;
    const T v59 = v35 * v58;
    const T v60 = v36 * v58;
    const T v61 = constant<T>(-1.0666667222976685) + v59;
    const T v62 = v53 * v61;
    const T v63 = v56 * v61;
    const T v64 = constant<T>(-1.0) - v62;
    const T v65 = v42 * v42;
    const T v66 = v42 * v43;
    const T v67 = constant<T>(2.0) * v66;
    const T v68 = v42 * v65;
    const T v69 = v42 * v67;
    const T v70 = v43 * v65;
    const T v71 = v69 + v70;
    const T v72 = constant<T>(4.0) * v35;
    const T v73 = constant<T>(4.800000190734863) - v72;
    const T v74 = v35 * v73;
    const T v75 = v36 * v73;
    const T v76 = v35 * v74;
    const T v77 = v36 * v74;
    const T v78 = constant<T>(-1.3333333730697632) + v76;
    const T v79 = select_(v37, v78, v64);
    const T v80 = v71 * v79;
    const T v81 = v36 * v57;
    const T v82 = v60 - v81;
    const T v83 = v53 * v82;
    const T v84 = v63 + v83;
    const T v85 = -(v84);
    const T v86 = v36 * v72;
    const T v87 = v75 - v86;
    const T v88 = v35 * v87;
    const T v89 = v77 + v88;
    const T v90 = select_(v37, v89, v85);
    const T v91 = v68 * v90;
    const T v92 = v80 + v91;
    const T v93 = v22 * v92;
    acc[0] += v93;
  }
  template <class T>
  HD static void nearness(const T* d, const T* w, const T* p, T* near) {
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
    near[0] = v11;
  }
  template <class T>
  HD static void simple(const T* d, const T* w, const T* p, T* acc) {
    acc[0] += constant<T>(0.0);
  }
};

struct Pair_0c3a522ea53ca627 {
  static constexpr int DIM = 3, WEIGHTS = 4, PARAMETERS = 2, RESULTS = 1;
  static constexpr bool BRANCHES = true;
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
    const T v8 = p[1];
    const T v9 = v0 * v0;
    const T v10 = v1 * v1;
    const T v11 = v9 + v10;
    const T v12 = v2 * v2;
    const T v13 = v11 + v12;
    const mask_t<T> v14 = constant<T>(0.0) < v13;
    const T v15 = v7 * constant<T>(2.799999952316284);
    const T v16 = v8 * constant<T>(2.799999952316284);
    const mask_t<T> v17 = constant<T>(0.0) < v15;
    const T v18 = v0 * v4;
    const T v19 = -(v18);
    const T v20 = v1 * v5;
    const T v21 = v19 - v20;
    const T v22 = v2 * v6;
    const T v23 = v21 - v22;
    const T v24 = rsqrt_apart_(v13);
    const T v25 = constant<T>(1.0) / v15;
    const T v26 = select_(v17, v25, constant<T>(9.223372036854776e+18));
    const T v27 = v15 * v15;
    const T v28 = constant<T>(1.0) / v27;
    const T v29 = v16 * v28;
    const T v30 = -(v29);
    const T v31 = select_(v17, v30, constant<T>(0.0));
    const T v32 = v13 * v24;
    const T v33 = v26 * v32;
    const T v34 = v31 * v32;
    const mask_t<T> v35 = v33 < constant<T>(1.0);
    const T v36 = select_(v35, v33, constant<T>(1.0));
    const T v37 = select_(v35, v34, constant<T>(0.0));
    const mask_t<T> v38 = v36 < constant<T>(0.5);
    const T v39 = constant<T>(2.0) * v26;
    const T v40 = constant<T>(2.0) * v31;
    const T v41 = select_(v14, v39, constant<T>(0.0));
    const T v42 = select_(v14, v40, constant<T>(0.0));
    const T v43 = select_(v38, v41, v24);
    const T v44 = select_(v38, v42, constant<T>(0.0));
    const T v45 = constant<T>(1.0) - v36;
    const T v46 = constant<T>(2.133333444595337) * v36;
    const T v47 = constant<T>(2.133333444595337) * v37;
    const T v48 = constant<T>(1.0666667222976685) + v46;
    const T v49 = v45 * v45;
    const T v50 = v37 * v45;
    const T v51 = -(v50);
    const T v52 = v51 - v50;
    const T v53 = v45 * v49;
    const T v54 = v45 * v52;
    const T v55 = v37 * v49;
    const T v56 = v54 - v55;
    const T v57 = v45 * v53;
    const T v58 = v45 * v56;
    const T v59 = v37 * v53;
    const T v60 = v58 - v59;
    const T v61 = v45 * v57;
    const T v62 = v45 * v60;
    const T v63 = v37 * v57;
    const T v64 = v62 - v63;
    const T v65 = v48 * v61;
    const T v66 = v47 * v61;
    const T v67 = v48 * v64;
    const T v68 = v66 + v67;
    const T v69 = constant<T>(1.0) - v65;
    const T v70 = -(v68);
    const T v71 = constant<T>(3.200000047683716) * v36;
    const T v72 = constant<T>(4.800000190734863) - v71;
    const T v73 = v36 * v72;
    const T v74 = v37 * v72;
    const T v75 = v36 * v73;
    const T v76 = v37 * v73;
    const T v77 = constant<T>(-2.6666667461395264) + v75;
    const T v78 = v36 * v77;
    const T v79 = v37 * v77;
    const T v80 = v36 * v78;
    const T v81 = v37 * v78;
    const T v82 = constant<T>(1.399999976158142) + v80;
    const T v83 = select_(v38, v82, v69);
    const T v84 = v44 * v83;
    const T v85 = constant<T>(10.666666984558105) * v36;
    const T v86 = constant<T>(-4.266666889190674) - v85;
    const T v87 = v36 * v86;
    const T v88 = v37 * v86;
    const T v89 = constant<T>(-1.0666667222976685) + v87;
    const T v90 = v57 * v89;
    const T v91 = v60 * v89;
    const T v92 = constant<T>(-1.0) - v90;
    const T v93 = v43 * v43;
    const T v94 = v43 * v44;
    const T v95 = constant<T>(2.0) * v94;
    const T v96 = v43 * v93;
    const T v97 = v43 * v95;
    const T v98 = v44 * v93;
    const T v99 = v97 + v98;
    const T v100 = constant<T>(4.0) * v36;
    const T v101 = constant<T>(4.800000190734863) - v100;
    const T v102 = v36 * v101;
    const T v103 = v37 * v101;
    const T v104 = v36 * v102;
    const T v105 = v37 * v102;
    const T v106 = constant<T>(-1.3333333730697632) + v104;
    const T v107 = select_(v38, v106, v92);
    const T v108 = v99 * v107;
    const T v109 = v37 * v71;
    const T v110 = v74 - v109;
    const T v111 = v36 * v110;
    const T v112 = v76 + v111;
    const T v113 = v36 * v112;
    const T v114 = v79 + v113;
    const T v115 = v36 * v114;
    const T v116 = v81 + v115;
    const T v117 = select_(v38, v116, v70);
    const T v118 = v43 * v117;
    const T v119 = v84 + v118;
    const T v120 = v37 * v85;
    const T v121 = v88 - v120;
    const T v122 = v57 * v121;
    const T v123 = v91 + v122;
    const T v124 = -(v123);
    const T v125 = v37 * v100;
    const T v126 = v103 - v125;
    const T v127 = v36 * v126;
    const T v128 = v105 + v127;
    const T v129 = select_(v38, v128, v124);
    const T v130 = v96 * v129;
    const T v131 = v108 + v130;
    const T v132 = v3 * v119;
    const T v133 = v23 * v131;
    acc[0] += v132;
    acc[0] += v133;
  }
  template <class T>
  HD static void nearness(const T* d, const T* w, const T* p, T* near) {
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
    near[0] = v11;
  }
  template <class T>
  HD static void simple(const T* d, const T* w, const T* p, T* acc) {
    acc[0] += constant<T>(0.0);
  }
};

struct Pair_c4efe77cb4a23fa0 {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 1;
  static constexpr bool BRANCHES = false;
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
    const T v10 = rsqrt_apart_(v9);
    const T v11 = v9 * v10;
    const T v12 = v4 * v11;
    const T v13 = cos_(v12);
    const T v14 = v10 * v13;
    const T v15 = v3 * v14;
    acc[0] += v15;
  }
};

struct Pair_c58cedd40d2b6b9e {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 4;
  static constexpr bool BRANCHES = false;
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
    const T v10 = rsqrt_apart_(v9);
    const T v11 = v9 * v10;
    const T v12 = v4 * v11;
    const T v13 = sin_(v12);
    const T v14 = v4 * v13;
    const T v15 = cos_(v12);
    const T v16 = v10 * v15;
    const T v17 = v14 + v16;
    const T v18 = v10 * v10;
    const T v19 = v17 * v18;
    const T v20 = v3 * v16;
    const T v21 = v3 * v19;
    const T v22 = v0 * v21;
    const T v23 = -(v22);
    const T v24 = v1 * v21;
    const T v25 = -(v24);
    const T v26 = v2 * v21;
    const T v27 = -(v26);
    acc[0] += v20;
    acc[1] += v23;
    acc[2] += v25;
    acc[3] += v27;
  }
};

struct Pair_2414f4529f2aa6dc {
  static constexpr int DIM = 3, WEIGHTS = 2, PARAMETERS = 1, RESULTS = 2;
  static constexpr bool BRANCHES = false;
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
    const T v11 = rsqrt_apart_(v10);
    const T v12 = v10 * v11;
    const T v13 = v5 * v12;
    const T v14 = cos_(v13);
    const T v15 = v11 * v14;
    const T v16 = v3 * v15;
    const T v17 = v4 * v15;
    acc[0] += v16;
    acc[1] += v17;
  }
};

struct Pair_6d0eb45fb5bcc57d {
  static constexpr int DIM = 3, WEIGHTS = 2, PARAMETERS = 1, RESULTS = 8;
  static constexpr bool BRANCHES = false;
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
    const T v11 = rsqrt_apart_(v10);
    const T v12 = v10 * v11;
    const T v13 = v5 * v12;
    const T v14 = sin_(v13);
    const T v15 = v5 * v14;
    const T v16 = cos_(v13);
    const T v17 = v11 * v16;
    const T v18 = v15 + v17;
    const T v19 = v11 * v11;
    const T v20 = v18 * v19;
    const T v21 = v3 * v17;
    const T v22 = v3 * v20;
    const T v23 = v0 * v22;
    const T v24 = -(v23);
    const T v25 = v1 * v22;
    const T v26 = -(v25);
    const T v27 = v2 * v22;
    const T v28 = -(v27);
    const T v29 = v4 * v17;
    const T v30 = v4 * v20;
    const T v31 = v0 * v30;
    const T v32 = -(v31);
    const T v33 = v1 * v30;
    const T v34 = -(v33);
    const T v35 = v2 * v30;
    const T v36 = -(v35);
    acc[0] += v21;
    acc[1] += v29;
    acc[2] += v24;
    acc[3] += v32;
    acc[4] += v26;
    acc[5] += v34;
    acc[6] += v28;
    acc[7] += v36;
  }
};

struct Pair_67ccf9d10370357d {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 1;
  static constexpr bool BRANCHES = false;
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
    const T v10 = rsqrt_apart_(v9);
    const T v11 = v9 * v10;
    const T v12 = v4 * v11;
    const T v13 = sin_(v12);
    const T v14 = v10 * v13;
    const T v15 = v3 * v14;
    acc[0] += v15;
  }
};

struct Pair_e82a83d60bf88ea1 {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 4;
  static constexpr bool BRANCHES = false;
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
    const mask_t<T> v10 = constant<T>(0.0) < v9;
    const T v11 = v4 * v4;
    const T v12 = v11 * constant<T>(0.3333333432674408);
    const T v13 = v4 * v12;
    const T v14 = rsqrt_apart_(v9);
    const T v15 = v9 * v14;
    const T v16 = v4 * v15;
    const T v17 = cos_(v16);
    const T v18 = v4 * v17;
    const T v19 = sin_(v16);
    const T v20 = v14 * v19;
    const T v21 = v20 - v18;
    const T v22 = v14 * v14;
    const T v23 = v21 * v22;
    const T v24 = -(v23);
    const mask_t<T> v25 = v16 < constant<T>(1.0);
    const T v26 = select_(v25, v16, constant<T>(0.0));
    const T v27 = v26 * v26;
    const T v28 = constant<T>(0.006666666828095913) * v27;
    const T v29 = constant<T>(1.0) - v28;
    const T v30 = constant<T>(0.009615384973585606) * v29;
    const T v31 = v27 * v30;
    const T v32 = constant<T>(1.0) - v31;
    const T v33 = constant<T>(0.01515151560306549) * v32;
    const T v34 = v27 * v33;
    const T v35 = constant<T>(1.0) - v34;
    const T v36 = constant<T>(0.02777777798473835) * v35;
    const T v37 = v27 * v36;
    const T v38 = constant<T>(1.0) - v37;
    const T v39 = constant<T>(0.0714285746216774) * v38;
    const T v40 = v27 * v39;
    const T v41 = constant<T>(1.0) - v40;
    const T v42 = constant<T>(0.007692307699471712) * v27;
    const T v43 = constant<T>(1.0) - v42;
    const T v44 = constant<T>(0.011363636702299118) * v43;
    const T v45 = v27 * v44;
    const T v46 = constant<T>(1.0) - v45;
    const T v47 = constant<T>(0.018518518656492233) * v46;
    const T v48 = v27 * v47;
    const T v49 = constant<T>(1.0) - v48;
    const T v50 = constant<T>(0.0357142873108387) * v49;
    const T v51 = v27 * v50;
    const T v52 = constant<T>(1.0) - v51;
    const T v53 = constant<T>(0.10000000149011612) * v52;
    const T v54 = v27 * v53;
    const T v55 = constant<T>(1.0) - v54;
    const T v56 = constant<T>(0.06666667014360428) * v41;
    const T v57 = v27 * v56;
    const T v58 = v55 - v57;
    const mask_t<T> v59 = v10 & v25;
    const T v60 = v4 * v58;
    const T v61 = select_(v59, v60, v20);
    const T v62 = v13 * v55;
    const T v63 = -(v62);
    const T v64 = select_(v59, v63, v24);
    const T v65 = v3 * v61;
    const T v66 = v3 * v64;
    const T v67 = v0 * v66;
    const T v68 = v1 * v66;
    const T v69 = v2 * v66;
    acc[0] += v65;
    acc[1] += v67;
    acc[2] += v68;
    acc[3] += v69;
  }
};

struct Pair_d62c360384221d91 {
  static constexpr int DIM = 3, WEIGHTS = 2, PARAMETERS = 1, RESULTS = 2;
  static constexpr bool BRANCHES = false;
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
    const T v11 = rsqrt_apart_(v10);
    const T v12 = v10 * v11;
    const T v13 = v5 * v12;
    const T v14 = sin_(v13);
    const T v15 = v11 * v14;
    const T v16 = v3 * v15;
    const T v17 = v4 * v15;
    acc[0] += v16;
    acc[1] += v17;
  }
};

struct Pair_1c6fc365859e8f4e {
  static constexpr int DIM = 3, WEIGHTS = 2, PARAMETERS = 1, RESULTS = 8;
  static constexpr bool BRANCHES = false;
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
    const mask_t<T> v11 = constant<T>(0.0) < v10;
    const T v12 = v5 * v5;
    const T v13 = v12 * constant<T>(0.3333333432674408);
    const T v14 = v5 * v13;
    const T v15 = rsqrt_apart_(v10);
    const T v16 = v10 * v15;
    const T v17 = v5 * v16;
    const T v18 = cos_(v17);
    const T v19 = v5 * v18;
    const T v20 = sin_(v17);
    const T v21 = v15 * v20;
    const T v22 = v21 - v19;
    const T v23 = v15 * v15;
    const T v24 = v22 * v23;
    const T v25 = -(v24);
    const mask_t<T> v26 = v17 < constant<T>(1.0);
    const T v27 = select_(v26, v17, constant<T>(0.0));
    const T v28 = v27 * v27;
    const T v29 = constant<T>(0.006666666828095913) * v28;
    const T v30 = constant<T>(1.0) - v29;
    const T v31 = constant<T>(0.009615384973585606) * v30;
    const T v32 = v28 * v31;
    const T v33 = constant<T>(1.0) - v32;
    const T v34 = constant<T>(0.01515151560306549) * v33;
    const T v35 = v28 * v34;
    const T v36 = constant<T>(1.0) - v35;
    const T v37 = constant<T>(0.02777777798473835) * v36;
    const T v38 = v28 * v37;
    const T v39 = constant<T>(1.0) - v38;
    const T v40 = constant<T>(0.0714285746216774) * v39;
    const T v41 = v28 * v40;
    const T v42 = constant<T>(1.0) - v41;
    const T v43 = constant<T>(0.007692307699471712) * v28;
    const T v44 = constant<T>(1.0) - v43;
    const T v45 = constant<T>(0.011363636702299118) * v44;
    const T v46 = v28 * v45;
    const T v47 = constant<T>(1.0) - v46;
    const T v48 = constant<T>(0.018518518656492233) * v47;
    const T v49 = v28 * v48;
    const T v50 = constant<T>(1.0) - v49;
    const T v51 = constant<T>(0.0357142873108387) * v50;
    const T v52 = v28 * v51;
    const T v53 = constant<T>(1.0) - v52;
    const T v54 = constant<T>(0.10000000149011612) * v53;
    const T v55 = v28 * v54;
    const T v56 = constant<T>(1.0) - v55;
    const T v57 = constant<T>(0.06666667014360428) * v42;
    const T v58 = v28 * v57;
    const T v59 = v56 - v58;
    const mask_t<T> v60 = v11 & v26;
    const T v61 = v5 * v59;
    const T v62 = select_(v60, v61, v21);
    const T v63 = v14 * v56;
    const T v64 = -(v63);
    const T v65 = select_(v60, v64, v25);
    const T v66 = v3 * v62;
    const T v67 = v3 * v65;
    const T v68 = v0 * v67;
    const T v69 = v1 * v67;
    const T v70 = v2 * v67;
    const T v71 = v4 * v62;
    const T v72 = v4 * v65;
    const T v73 = v0 * v72;
    const T v74 = v1 * v72;
    const T v75 = v2 * v72;
    acc[0] += v66;
    acc[1] += v71;
    acc[2] += v68;
    acc[3] += v73;
    acc[4] += v69;
    acc[5] += v74;
    acc[6] += v70;
    acc[7] += v75;
  }
};

struct Pair_c375672448e2f391 {
  static constexpr int DIM = 3, WEIGHTS = 3, PARAMETERS = 0, RESULTS = 3;
  static constexpr bool BRANCHES = false;
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
    const T v21 = v0 * v20;
    const T v22 = -(v21);
    const T v23 = v3 * v17;
    const T v24 = v22 - v23;
    const T v25 = v1 * v20;
    const T v26 = -(v25);
    const T v27 = v4 * v17;
    const T v28 = v26 - v27;
    const T v29 = v2 * v20;
    const T v30 = -(v29);
    const T v31 = v5 * v17;
    const T v32 = v30 - v31;
    acc[0] += v24;
    acc[1] += v28;
    acc[2] += v32;
  }
};

struct Pair_476dbe51e541819d {
  static constexpr int DIM = 3, WEIGHTS = 3, PARAMETERS = 0, RESULTS = 9;
  static constexpr bool BRANCHES = false;
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
    const T v20 = constant<T>(3.0) * v17;
    const T v21 = v17 * v20;
    const T v22 = v16 * v19;
    const T v23 = v0 * v22;
    const T v24 = -(v23);
    const T v25 = v3 * v17;
    const T v26 = v24 - v25;
    const T v27 = v1 * v22;
    const T v28 = -(v27);
    const T v29 = v4 * v17;
    const T v30 = v28 - v29;
    const T v31 = v2 * v22;
    const T v32 = -(v31);
    const T v33 = v5 * v17;
    const T v34 = v32 - v33;
    const T v35 = v3 * v19;
    const T v36 = v0 * v35;
    const T v37 = v4 * v19;
    const T v38 = v1 * v35;
    const T v39 = v5 * v19;
    const T v40 = v2 * v35;
    const T v41 = v1 * v37;
    const T v42 = v2 * v37;
    const T v43 = v2 * v39;
    const T v44 = v21 * v22;
    const T v45 = v0 * v44;
    const T v46 = v35 + v45;
    const T v47 = v0 * v46;
    const T v48 = v1 * v44;
    const T v49 = v37 + v48;
    const T v50 = v0 * v49;
    const T v51 = v2 * v44;
    const T v52 = v39 + v51;
    const T v53 = v0 * v52;
    const T v54 = v1 * v49;
    const T v55 = v1 * v52;
    const T v56 = v2 * v52;
    acc[0] += v26;
    acc[1] += v30;
    acc[2] += v34;
    acc[3] += v36;
    acc[3] += v47;
    acc[3] -= v22;
    acc[4] += v38;
    acc[4] += v50;
    acc[5] += v40;
    acc[5] += v53;
    acc[6] += v41;
    acc[6] += v54;
    acc[6] -= v22;
    acc[7] += v42;
    acc[7] += v55;
    acc[8] += v43;
    acc[8] += v56;
    acc[8] -= v22;
  }
};

struct Pair_cab8c52bfb0fe56a {
  static constexpr int DIM = 3, WEIGHTS = 3, PARAMETERS = 0, RESULTS = 3;
  static constexpr bool BRANCHES = false;
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
    const T v11 = rsqrt_apart_(v10);
    const T v12 = v11 * v11;
    const T v13 = v11 * v12;
    const T v14 = constant<T>(3.0) * v11;
    const T v15 = v10 * v13;
    const T v16 = v14 - v15;
    const T v17 = v3 * v16;
    const T v18 = v4 * v16;
    const T v19 = v5 * v16;
    acc[0] += v17;
    acc[1] += v18;
    acc[2] += v19;
  }
};

struct Pair_0f1d2bfa986132c8 {
  static constexpr int DIM = 3, WEIGHTS = 3, PARAMETERS = 0, RESULTS = 12;
  static constexpr bool BRANCHES = false;
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
    const T v11 = rsqrt_apart_(v10);
    const T v12 = v11 * v11;
    const T v13 = v11 * v12;
    const T v14 = constant<T>(3.0) * v11;
    const T v15 = v11 * v14;
    const T v16 = v10 * v13;
    const T v17 = v14 - v16;
    const T v18 = constant<T>(5.0) * v13;
    const T v19 = v3 * v17;
    const T v20 = v4 * v17;
    const T v21 = v5 * v17;
    const T v22 = v15 * v16;
    const T v23 = v22 - v18;
    const T v24 = v3 * v23;
    const T v25 = v0 * v24;
    const T v26 = v1 * v24;
    const T v27 = v2 * v24;
    const T v28 = v4 * v23;
    const T v29 = v0 * v28;
    const T v30 = v1 * v28;
    const T v31 = v2 * v28;
    const T v32 = v5 * v23;
    const T v33 = v0 * v32;
    const T v34 = v1 * v32;
    const T v35 = v2 * v32;
    acc[0] += v19;
    acc[1] += v20;
    acc[2] += v21;
    acc[3] += v25;
    acc[4] += v29;
    acc[5] += v33;
    acc[6] += v26;
    acc[7] += v30;
    acc[8] += v34;
    acc[9] += v27;
    acc[10] += v31;
    acc[11] += v35;
  }
};

struct Pair_aec8ddcb518a0753 {
  static constexpr int DIM = 3, WEIGHTS = 3, PARAMETERS = 0, RESULTS = 9;
  static constexpr bool BRANCHES = false;
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
    const T v11 = rsqrt_apart_(v10);
    const T v12 = v11 * v11;
    const T v13 = v11 * v12;
    const T v14 = v3 * v13;
    const T v15 = v0 * v14;
    const T v16 = -(v15);
    const T v17 = v1 * v14;
    const T v18 = -(v17);
    const T v19 = v2 * v14;
    const T v20 = -(v19);
    const T v21 = v4 * v13;
    const T v22 = v0 * v21;
    const T v23 = -(v22);
    const T v24 = v1 * v21;
    const T v25 = -(v24);
    const T v26 = v2 * v21;
    const T v27 = -(v26);
    const T v28 = v5 * v13;
    const T v29 = v0 * v28;
    const T v30 = -(v29);
    const T v31 = v1 * v28;
    const T v32 = -(v31);
    const T v33 = v2 * v28;
    const T v34 = -(v33);
    acc[0] += v16;
    acc[1] += v23;
    acc[2] += v30;
    acc[3] += v18;
    acc[4] += v25;
    acc[5] += v32;
    acc[6] += v20;
    acc[7] += v27;
    acc[8] += v34;
  }
};

struct Pair_5a2c06c9f0ec70f4 {
  static constexpr int DIM = 3, WEIGHTS = 3, PARAMETERS = 0, RESULTS = 27;
  static constexpr bool BRANCHES = false;
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
    const T v11 = rsqrt_apart_(v10);
    const T v12 = v11 * v11;
    const T v13 = v11 * v12;
    const T v14 = constant<T>(3.0) * v12;
    const T v15 = v13 * v14;
    const T v16 = v3 * v13;
    const T v17 = v0 * v16;
    const T v18 = -(v17);
    const T v19 = v1 * v16;
    const T v20 = -(v19);
    const T v21 = v2 * v16;
    const T v22 = -(v21);
    const T v23 = v3 * v15;
    const T v24 = v1 * v23;
    const T v25 = v0 * v24;
    const T v26 = v2 * v23;
    const T v27 = v0 * v26;
    const T v28 = v1 * v24;
    const T v29 = v28 - v16;
    const T v30 = v1 * v26;
    const T v31 = v2 * v26;
    const T v32 = v31 - v16;
    const T v33 = v4 * v13;
    const T v34 = v0 * v33;
    const T v35 = -(v34);
    const T v36 = v1 * v33;
    const T v37 = -(v36);
    const T v38 = v2 * v33;
    const T v39 = -(v38);
    const T v40 = v4 * v15;
    const T v41 = v1 * v40;
    const T v42 = v0 * v41;
    const T v43 = v2 * v40;
    const T v44 = v0 * v43;
    const T v45 = v1 * v41;
    const T v46 = v45 - v33;
    const T v47 = v1 * v43;
    const T v48 = v2 * v43;
    const T v49 = v48 - v33;
    const T v50 = v5 * v13;
    const T v51 = v0 * v50;
    const T v52 = -(v51);
    const T v53 = v1 * v50;
    const T v54 = -(v53);
    const T v55 = v2 * v50;
    const T v56 = -(v55);
    const T v57 = v5 * v15;
    const T v58 = v1 * v57;
    const T v59 = v0 * v58;
    const T v60 = v2 * v57;
    const T v61 = v0 * v60;
    const T v62 = v1 * v58;
    const T v63 = v62 - v50;
    const T v64 = v1 * v60;
    const T v65 = v2 * v60;
    const T v66 = v65 - v50;
    const T v67 = v6 * v23;
    const T v68 = v67 - v16;
    const T v69 = v6 * v40;
    const T v70 = v69 - v33;
    const T v71 = v6 * v57;
    const T v72 = v71 - v50;
    acc[0] += v18;
    acc[1] += v35;
    acc[2] += v52;
    acc[3] += v20;
    acc[4] += v37;
    acc[5] += v54;
    acc[6] += v22;
    acc[7] += v39;
    acc[8] += v56;
    acc[9] += v68;
    acc[10] += v70;
    acc[11] += v72;
    acc[12] += v25;
    acc[13] += v42;
    acc[14] += v59;
    acc[15] += v27;
    acc[16] += v44;
    acc[17] += v61;
    acc[18] += v29;
    acc[19] += v46;
    acc[20] += v63;
    acc[21] += v30;
    acc[22] += v47;
    acc[23] += v64;
    acc[24] += v32;
    acc[25] += v49;
    acc[26] += v66;
  }
};

struct Pair_f6a5378ca322d46d {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 12, RESULTS = 1;
  static constexpr bool BRANCHES = true;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = w[0];
    const T v4 = p[0];
    const T v5 = p[1];
    const T v6 = p[2];
    const T v7 = p[3];
    const T v8 = p[4];
    const T v9 = p[5];
    const T v10 = p[6];
    const T v11 = p[7];
    const T v12 = p[8];
    const T v13 = p[9];
    const T v14 = p[10];
    const T v15 = p[11];
    const T v16 = v0 * v0;
    const T v17 = v1 * v1;
    const T v18 = v16 + v17;
    const T v19 = v2 * v2;
    const T v20 = v18 + v19;
    const T v21 = v4 * v4;
    const mask_t<T> v22 = v20 < v21;
    const T v23 = constant<T>(1.0) / v21;
    const T v24 = constant<T>(2.0) * v23;
    const T v25 = v20 * v24;
    const T v26 = v25 - constant<T>(1.0);
    const T v27 = v15 * v26;
    const T v28 = v14 + v27;
    const T v29 = v26 * v28;
    const T v30 = v13 + v29;
    const T v31 = v26 * v30;
    const T v32 = v12 + v31;
    const T v33 = v26 * v32;
    const T v34 = v11 + v33;
    const T v35 = v26 * v34;
    const T v36 = v10 + v35;
    const T v37 = v26 * v36;
    const T v38 = v9 + v37;
    const T v39 = v26 * v38;
    const T v40 = v8 + v39;
    const T v41 = v26 * v40;
    const T v42 = v7 + v41;
    const T v43 = v26 * v42;
    const T v44 = v6 + v43;
    const T v45 = v26 * v44;
    const T v46 = v5 + v45;
    const T v47 = constant<T>(1.0) / v4;
    const T v48 = v46 * v47;
    const T v49 = rsqrt_apart_(v20);
    const T v50 = v49 - v48;
    const T v51 = select_(v22, v50, constant<T>(0.0));
    const T v52 = v3 * v51;
    acc[0] += v52;
  }
  template <class T>
  HD static void nearness(const T* d, const T* w, const T* p, T* near) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = p[0];
    const T v4 = v0 * v0;
    const T v5 = v1 * v1;
    const T v6 = v4 + v5;
    const T v7 = v2 * v2;
    const T v8 = v6 + v7;
    const T v9 = v3 * v3;
    const T v10 = v9 - v8;
    near[0] = v10;
  }
  template <class T>
  HD static void simple(const T* d, const T* w, const T* p, T* acc) {
    acc[0] += constant<T>(0.0);
  }
};

struct Pair_0d10e9f7570566ef {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 12, RESULTS = 4;
  static constexpr bool BRANCHES = true;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = w[0];
    const T v4 = p[0];
    const T v5 = p[1];
    const T v6 = p[2];
    const T v7 = p[3];
    const T v8 = p[4];
    const T v9 = p[5];
    const T v10 = p[6];
    const T v11 = p[7];
    const T v12 = p[8];
    const T v13 = p[9];
    const T v14 = p[10];
    const T v15 = p[11];
    const T v16 = v0 * v0;
    const T v17 = v1 * v1;
    const T v18 = v16 + v17;
    const T v19 = v2 * v2;
    const T v20 = v18 + v19;
    const T v21 = v4 * v4;
    const mask_t<T> v22 = v20 < v21;
    const T v23 = constant<T>(1.0) / v21;
    const T v24 = constant<T>(2.0) * v23;
    const T v25 = v20 * v24;
    const T v26 = v25 - constant<T>(1.0);
    const T v27 = v15 * v26;
    const T v28 = v14 + v27;
    const T v29 = v27 + v28;
    const T v30 = v26 * v28;
    const T v31 = v13 + v30;
    const T v32 = v26 * v29;
    const T v33 = v31 + v32;
    const T v34 = v26 * v31;
    const T v35 = v12 + v34;
    const T v36 = v26 * v33;
    const T v37 = v35 + v36;
    const T v38 = v26 * v35;
    const T v39 = v11 + v38;
    const T v40 = v26 * v37;
    const T v41 = v39 + v40;
    const T v42 = v26 * v39;
    const T v43 = v10 + v42;
    const T v44 = v26 * v41;
    const T v45 = v43 + v44;
    const T v46 = v26 * v43;
    const T v47 = v9 + v46;
    const T v48 = v26 * v45;
    const T v49 = v47 + v48;
    const T v50 = v26 * v47;
    const T v51 = v8 + v50;
    const T v52 = v26 * v49;
    const T v53 = v51 + v52;
    const T v54 = v26 * v51;
    const T v55 = v7 + v54;
    const T v56 = v26 * v53;
    const T v57 = v55 + v56;
    const T v58 = v26 * v55;
    const T v59 = v6 + v58;
    const T v60 = v26 * v57;
    const T v61 = v59 + v60;
    const T v62 = v26 * v59;
    const T v63 = v5 + v62;
    const T v64 = constant<T>(1.0) / v4;
    const T v65 = v63 * v64;
    const T v66 = constant<T>(4.0) * v64;
    const T v67 = v23 * v66;
    const T v68 = v61 * v67;
    const T v69 = rsqrt_apart_(v20);
    const T v70 = v69 * v69;
    const T v71 = v69 * v70;
    const T v72 = -(v71);
    const T v73 = v69 - v65;
    const T v74 = select_(v22, v73, constant<T>(0.0));
    const T v75 = v72 - v68;
    const T v76 = select_(v22, v75, constant<T>(0.0));
    const T v77 = v3 * v74;
    const T v78 = v3 * v76;
    const T v79 = v0 * v78;
    const T v80 = v1 * v78;
    const T v81 = v2 * v78;
    acc[0] += v77;
    acc[1] += v79;
    acc[2] += v80;
    acc[3] += v81;
  }
  template <class T>
  HD static void nearness(const T* d, const T* w, const T* p, T* near) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = p[0];
    const T v4 = v0 * v0;
    const T v5 = v1 * v1;
    const T v6 = v4 + v5;
    const T v7 = v2 * v2;
    const T v8 = v6 + v7;
    const T v9 = v3 * v3;
    const T v10 = v9 - v8;
    near[0] = v10;
  }
  template <class T>
  HD static void simple(const T* d, const T* w, const T* p, T* acc) {
    acc[0] += constant<T>(0.0);
    acc[1] += constant<T>(0.0);
    acc[2] += constant<T>(0.0);
    acc[3] += constant<T>(0.0);
  }
};

struct Pair_2168a827b451598d {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 12, RESULTS = 3;
  static constexpr bool BRANCHES = true;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = w[0];
    const T v4 = p[0];
    const T v5 = p[2];
    const T v6 = p[3];
    const T v7 = p[4];
    const T v8 = p[5];
    const T v9 = p[6];
    const T v10 = p[7];
    const T v11 = p[8];
    const T v12 = p[9];
    const T v13 = p[10];
    const T v14 = p[11];
    const T v15 = v0 * v0;
    const T v16 = v1 * v1;
    const T v17 = v15 + v16;
    const T v18 = v2 * v2;
    const T v19 = v17 + v18;
    const T v20 = v4 * v4;
    const mask_t<T> v21 = v19 < v20;
    const T v22 = constant<T>(1.0) / v20;
    const T v23 = constant<T>(2.0) * v22;
    const T v24 = v19 * v23;
    const T v25 = v24 - constant<T>(1.0);
    const T v26 = v14 * v25;
    const T v27 = v13 + v26;
    const T v28 = v26 + v27;
    const T v29 = v25 * v27;
    const T v30 = v12 + v29;
    const T v31 = v25 * v28;
    const T v32 = v30 + v31;
    const T v33 = v25 * v30;
    const T v34 = v11 + v33;
    const T v35 = v25 * v32;
    const T v36 = v34 + v35;
    const T v37 = v25 * v34;
    const T v38 = v10 + v37;
    const T v39 = v25 * v36;
    const T v40 = v38 + v39;
    const T v41 = v25 * v38;
    const T v42 = v9 + v41;
    const T v43 = v25 * v40;
    const T v44 = v42 + v43;
    const T v45 = v25 * v42;
    const T v46 = v8 + v45;
    const T v47 = v25 * v44;
    const T v48 = v46 + v47;
    const T v49 = v25 * v46;
    const T v50 = v7 + v49;
    const T v51 = v25 * v48;
    const T v52 = v50 + v51;
    const T v53 = v25 * v50;
    const T v54 = v6 + v53;
    const T v55 = v25 * v52;
    const T v56 = v54 + v55;
    const T v57 = v25 * v54;
    const T v58 = v5 + v57;
    const T v59 = v25 * v56;
    const T v60 = v58 + v59;
    const T v61 = constant<T>(1.0) / v4;
    const T v62 = constant<T>(4.0) * v61;
    const T v63 = v22 * v62;
    const T v64 = v60 * v63;
    const T v65 = rsqrt_apart_(v19);
    const T v66 = v65 * v65;
    const T v67 = v65 * v66;
    const T v68 = -(v67);
    const T v69 = v68 - v64;
    const T v70 = select_(v21, v69, constant<T>(0.0));
    const T v71 = v3 * v70;
    const T v72 = v0 * v71;
    const T v73 = v1 * v71;
    const T v74 = v2 * v71;
    acc[0] += v72;
    acc[1] += v73;
    acc[2] += v74;
  }
  template <class T>
  HD static void nearness(const T* d, const T* w, const T* p, T* near) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = p[0];
    const T v4 = v0 * v0;
    const T v5 = v1 * v1;
    const T v6 = v4 + v5;
    const T v7 = v2 * v2;
    const T v8 = v6 + v7;
    const T v9 = v3 * v3;
    const T v10 = v9 - v8;
    near[0] = v10;
  }
  template <class T>
  HD static void simple(const T* d, const T* w, const T* p, T* acc) {
    acc[0] += constant<T>(0.0);
    acc[1] += constant<T>(0.0);
    acc[2] += constant<T>(0.0);
  }
};

struct Pair_940554a16881236a {
  static constexpr int DIM = 3, WEIGHTS = 3, PARAMETERS = 12, RESULTS = 1;
  static constexpr bool BRANCHES = true;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = w[0];
    const T v4 = w[1];
    const T v5 = w[2];
    const T v6 = p[0];
    const T v7 = p[2];
    const T v8 = p[3];
    const T v9 = p[4];
    const T v10 = p[5];
    const T v11 = p[6];
    const T v12 = p[7];
    const T v13 = p[8];
    const T v14 = p[9];
    const T v15 = p[10];
    const T v16 = p[11];
    const T v17 = v0 * v0;
    const T v18 = v1 * v1;
    const T v19 = v17 + v18;
    const T v20 = v2 * v2;
    const T v21 = v19 + v20;
    const T v22 = v6 * v6;
    const mask_t<T> v23 = v21 < v22;
    const T v24 = constant<T>(1.0) / v22;
    const T v25 = constant<T>(2.0) * v24;
    const T v26 = v21 * v25;
    const T v27 = v26 - constant<T>(1.0);
    const T v28 = v16 * v27;
    const T v29 = v15 + v28;
    const T v30 = v28 + v29;
    const T v31 = v27 * v29;
    const T v32 = v14 + v31;
    const T v33 = v27 * v30;
    const T v34 = v32 + v33;
    const T v35 = v27 * v32;
    const T v36 = v13 + v35;
    const T v37 = v27 * v34;
    const T v38 = v36 + v37;
    const T v39 = v27 * v36;
    const T v40 = v12 + v39;
    const T v41 = v27 * v38;
    const T v42 = v40 + v41;
    const T v43 = v27 * v40;
    const T v44 = v11 + v43;
    const T v45 = v27 * v42;
    const T v46 = v44 + v45;
    const T v47 = v27 * v44;
    const T v48 = v10 + v47;
    const T v49 = v27 * v46;
    const T v50 = v48 + v49;
    const T v51 = v27 * v48;
    const T v52 = v9 + v51;
    const T v53 = v27 * v50;
    const T v54 = v52 + v53;
    const T v55 = v27 * v52;
    const T v56 = v8 + v55;
    const T v57 = v27 * v54;
    const T v58 = v56 + v57;
    const T v59 = v27 * v56;
    const T v60 = v7 + v59;
    const T v61 = v27 * v58;
    const T v62 = v60 + v61;
    const T v63 = constant<T>(1.0) / v6;
    const T v64 = constant<T>(4.0) * v63;
    const T v65 = v24 * v64;
    const T v66 = v62 * v65;
    const T v67 = v0 * v3;
    const T v68 = -(v67);
    const T v69 = v1 * v4;
    const T v70 = v68 - v69;
    const T v71 = v2 * v5;
    const T v72 = v70 - v71;
    const T v73 = rsqrt_apart_(v21);
    const T v74 = v73 * v73;
    const T v75 = v73 * v74;
    const T v76 = -(v75);
    const T v77 = v76 - v66;
    const T v78 = select_(v23, v77, constant<T>(0.0));
    const T v79 = v72 * v78;
    acc[0] += v79;
  }
  template <class T>
  HD static void nearness(const T* d, const T* w, const T* p, T* near) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = p[0];
    const T v4 = v0 * v0;
    const T v5 = v1 * v1;
    const T v6 = v4 + v5;
    const T v7 = v2 * v2;
    const T v8 = v6 + v7;
    const T v9 = v3 * v3;
    const T v10 = v9 - v8;
    near[0] = v10;
  }
  template <class T>
  HD static void simple(const T* d, const T* w, const T* p, T* acc) {
    acc[0] += constant<T>(0.0);
  }
};

struct Pair_eda4e481b837ca8d {
  static constexpr int DIM = 3, WEIGHTS = 4, PARAMETERS = 12, RESULTS = 1;
  static constexpr bool BRANCHES = true;
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
    const T v8 = p[1];
    const T v9 = p[2];
    const T v10 = p[3];
    const T v11 = p[4];
    const T v12 = p[5];
    const T v13 = p[6];
    const T v14 = p[7];
    const T v15 = p[8];
    const T v16 = p[9];
    const T v17 = p[10];
    const T v18 = p[11];
    const T v19 = v0 * v0;
    const T v20 = v1 * v1;
    const T v21 = v19 + v20;
    const T v22 = v2 * v2;
    const T v23 = v21 + v22;
    const T v24 = v7 * v7;
    const mask_t<T> v25 = v23 < v24;
    const T v26 = constant<T>(1.0) / v24;
    const T v27 = constant<T>(2.0) * v26;
    const T v28 = v23 * v27;
    const T v29 = v28 - constant<T>(1.0);
    const T v30 = v18 * v29;
    const T v31 = v17 + v30;
    const T v32 = v30 + v31;
    const T v33 = v29 * v31;
    const T v34 = v16 + v33;
    const T v35 = v29 * v32;
    const T v36 = v34 + v35;
    const T v37 = v29 * v34;
    const T v38 = v15 + v37;
    const T v39 = v29 * v36;
    const T v40 = v38 + v39;
    const T v41 = v29 * v38;
    const T v42 = v14 + v41;
    const T v43 = v29 * v40;
    const T v44 = v42 + v43;
    const T v45 = v29 * v42;
    const T v46 = v13 + v45;
    const T v47 = v29 * v44;
    const T v48 = v46 + v47;
    const T v49 = v29 * v46;
    const T v50 = v12 + v49;
    const T v51 = v29 * v48;
    const T v52 = v50 + v51;
    const T v53 = v29 * v50;
    const T v54 = v11 + v53;
    const T v55 = v29 * v52;
    const T v56 = v54 + v55;
    const T v57 = v29 * v54;
    const T v58 = v10 + v57;
    const T v59 = v29 * v56;
    const T v60 = v58 + v59;
    const T v61 = v29 * v58;
    const T v62 = v9 + v61;
    const T v63 = v29 * v60;
    const T v64 = v62 + v63;
    const T v65 = v29 * v62;
    const T v66 = v8 + v65;
    const T v67 = constant<T>(1.0) / v7;
    const T v68 = v66 * v67;
    const T v69 = constant<T>(4.0) * v67;
    const T v70 = v26 * v69;
    const T v71 = v64 * v70;
    const T v72 = v0 * v4;
    const T v73 = -(v72);
    const T v74 = v1 * v5;
    const T v75 = v73 - v74;
    const T v76 = v2 * v6;
    const T v77 = v75 - v76;
    const T v78 = rsqrt_apart_(v23);
    const T v79 = v78 * v78;
    const T v80 = v78 * v79;
    const T v81 = -(v80);
    const T v82 = v78 - v68;
    const T v83 = select_(v25, v82, constant<T>(0.0));
    const T v84 = v81 - v71;
    const T v85 = select_(v25, v84, constant<T>(0.0));
    const T v86 = v3 * v83;
    const T v87 = v77 * v85;
    acc[0] += v86;
    acc[0] += v87;
  }
  template <class T>
  HD static void nearness(const T* d, const T* w, const T* p, T* near) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = p[0];
    const T v4 = v0 * v0;
    const T v5 = v1 * v1;
    const T v6 = v4 + v5;
    const T v7 = v2 * v2;
    const T v8 = v6 + v7;
    const T v9 = v3 * v3;
    const T v10 = v9 - v8;
    near[0] = v10;
  }
  template <class T>
  HD static void simple(const T* d, const T* w, const T* p, T* acc) {
    acc[0] += constant<T>(0.0);
  }
};

struct Pair_cc012dc50336857c {
  static constexpr int DIM = 3, WEIGHTS = 3, PARAMETERS = 12, RESULTS = 9;
  static constexpr bool BRANCHES = true;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = w[0];
    const T v4 = w[1];
    const T v5 = w[2];
    const T v6 = p[0];
    const T v7 = p[2];
    const T v8 = p[3];
    const T v9 = p[4];
    const T v10 = p[5];
    const T v11 = p[6];
    const T v12 = p[7];
    const T v13 = p[8];
    const T v14 = p[9];
    const T v15 = p[10];
    const T v16 = p[11];
    const T v17 = v0 * v0;
    const T v18 = v1 * v1;
    const T v19 = v17 + v18;
    const T v20 = v2 * v2;
    const T v21 = v19 + v20;
    const T v22 = v6 * v6;
    const mask_t<T> v23 = v21 < v22;
    const T v24 = constant<T>(1.0) / v22;
    const T v25 = constant<T>(2.0) * v24;
    const T v26 = v21 * v25;
    const T v27 = v26 - constant<T>(1.0);
    const T v28 = v16 * v27;
    const T v29 = v15 + v28;
    const T v30 = v28 + v29;
    const T v31 = v27 * v29;
    const T v32 = v14 + v31;
    const T v33 = v27 * v30;
    const T v34 = v32 + v33;
    const T v35 = v27 * v32;
    const T v36 = v13 + v35;
    const T v37 = v27 * v34;
    const T v38 = v36 + v37;
    const T v39 = v27 * v36;
    const T v40 = v12 + v39;
    const T v41 = v27 * v38;
    const T v42 = v40 + v41;
    const T v43 = v27 * v40;
    const T v44 = v11 + v43;
    const T v45 = v27 * v42;
    const T v46 = v44 + v45;
    const T v47 = v27 * v44;
    const T v48 = v10 + v47;
    const T v49 = v27 * v46;
    const T v50 = v48 + v49;
    const T v51 = v27 * v48;
    const T v52 = v9 + v51;
    const T v53 = v27 * v50;
    const T v54 = v52 + v53;
    const T v55 = v27 * v52;
    const T v56 = v8 + v55;
    const T v57 = v27 * v54;
    const T v58 = v56 + v57;
    const T v59 = v27 * v56;
    const T v60 = v7 + v59;
    const T v61 = v27 * v58;
    const T v62 = v60 + v61;
    const T v63 = constant<T>(1.0) / v6;
    const T v64 = constant<T>(4.0) * v63;
    const T v65 = v24 * v64;
    const T v66 = v62 * v65;
    const T v67 = rsqrt_apart_(v21);
    const T v68 = v67 * v67;
    const T v69 = v67 * v68;
    const T v70 = -(v69);
    const T v71 = v70 - v66;
    const T v72 = select_(v23, v71, constant<T>(0.0));
    const T v73 = v3 * v72;
    const T v74 = v0 * v73;
    const T v75 = v1 * v73;
    const T v76 = v2 * v73;
    const T v77 = v4 * v72;
    const T v78 = v0 * v77;
    const T v79 = v1 * v77;
    const T v80 = v2 * v77;
    const T v81 = v5 * v72;
    const T v82 = v0 * v81;
    const T v83 = v1 * v81;
    const T v84 = v2 * v81;
    acc[0] += v74;
    acc[1] += v78;
    acc[2] += v82;
    acc[3] += v75;
    acc[4] += v79;
    acc[5] += v83;
    acc[6] += v76;
    acc[7] += v80;
    acc[8] += v84;
  }
  template <class T>
  HD static void nearness(const T* d, const T* w, const T* p, T* near) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = p[0];
    const T v4 = v0 * v0;
    const T v5 = v1 * v1;
    const T v6 = v4 + v5;
    const T v7 = v2 * v2;
    const T v8 = v6 + v7;
    const T v9 = v3 * v3;
    const T v10 = v9 - v8;
    near[0] = v10;
  }
  template <class T>
  HD static void simple(const T* d, const T* w, const T* p, T* acc) {
    acc[0] += constant<T>(0.0);
    acc[1] += constant<T>(0.0);
    acc[2] += constant<T>(0.0);
    acc[3] += constant<T>(0.0);
    acc[4] += constant<T>(0.0);
    acc[5] += constant<T>(0.0);
    acc[6] += constant<T>(0.0);
    acc[7] += constant<T>(0.0);
    acc[8] += constant<T>(0.0);
  }
};

struct Pair_36bbb2a28b868946 {
  static constexpr int DIM = 3, WEIGHTS = 3, PARAMETERS = 12, RESULTS = 27;
  static constexpr bool BRANCHES = true;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = w[0];
    const T v4 = w[1];
    const T v5 = w[2];
    const T v6 = p[0];
    const T v7 = p[2];
    const T v8 = p[3];
    const T v9 = p[4];
    const T v10 = p[5];
    const T v11 = p[6];
    const T v12 = p[7];
    const T v13 = p[8];
    const T v14 = p[9];
    const T v15 = p[10];
    const T v16 = p[11];
    const T v17 = v0 * v0;
    const T v18 = v1 * v1;
    const T v19 = v17 + v18;
    const T v20 = v2 * v2;
    const T v21 = v19 + v20;
    const T v22 = v6 * v6;
    const mask_t<T> v23 = v21 < v22;
    const T v24 = constant<T>(1.0) / v22;
    const T v25 = constant<T>(2.0) * v24;
    const T v26 = v21 * v25;
    const T v27 = v26 - constant<T>(1.0);
    const T v28 = v16 * v27;
    const T v29 = v15 + v28;
    const T v30 = v28 + v29;
    const T v31 = v27 * v29;
    const T v32 = v14 + v31;
    const T v33 = v28 + v30;
    const T v34 = v27 * v30;
    const T v35 = v32 + v34;
    const T v36 = v27 * v32;
    const T v37 = v13 + v36;
    const T v38 = v27 * v33;
    const T v39 = v35 + v38;
    const T v40 = v27 * v35;
    const T v41 = v37 + v40;
    const T v42 = v27 * v37;
    const T v43 = v12 + v42;
    const T v44 = v27 * v39;
    const T v45 = v41 + v44;
    const T v46 = v27 * v41;
    const T v47 = v43 + v46;
    const T v48 = v27 * v43;
    const T v49 = v11 + v48;
    const T v50 = v27 * v45;
    const T v51 = v47 + v50;
    const T v52 = v27 * v47;
    const T v53 = v49 + v52;
    const T v54 = v27 * v49;
    const T v55 = v10 + v54;
    const T v56 = v27 * v51;
    const T v57 = v53 + v56;
    const T v58 = v27 * v53;
    const T v59 = v55 + v58;
    const T v60 = v27 * v55;
    const T v61 = v9 + v60;
    const T v62 = v27 * v57;
    const T v63 = v59 + v62;
    const T v64 = v27 * v59;
    const T v65 = v61 + v64;
    const T v66 = v27 * v61;
    const T v67 = v8 + v66;
    const T v68 = v27 * v63;
    const T v69 = v65 + v68;
    const T v70 = v27 * v65;
    const T v71 = v67 + v70;
    const T v72 = v27 * v67;
    const T v73 = v7 + v72;
    const T v74 = v27 * v69;
    const T v75 = v71 + v74;
    const T v76 = v27 * v71;
    const T v77 = v73 + v76;
    const T v78 = constant<T>(1.0) / v6;
    const T v79 = constant<T>(4.0) * v78;
    const T v80 = v24 * v79;
    const T v81 = v77 * v80;
    const T v82 = constant<T>(8.0) * v80;
    const T v83 = v24 * v82;
    const T v84 = v75 * v83;
    const T v85 = rsqrt_apart_(v21);
    const T v86 = v85 * v85;
    const T v87 = v85 * v86;
    const T v88 = -(v87);
    const T v89 = constant<T>(3.0) * v86;
    const T v90 = v87 * v89;
    const T v91 = v88 - v81;
    const T v92 = select_(v23, v91, constant<T>(0.0));
    const T v93 = v90 - v84;
    const T v94 = select_(v23, v93, constant<T>(0.0));
    const T v95 = v3 * v92;
    const T v96 = v0 * v95;
    const T v97 = v1 * v95;
    const T v98 = v2 * v95;
    const T v99 = v3 * v94;
    const T v100 = v1 * v99;
    const T v101 = v0 * v100;
    const T v102 = v2 * v99;
    const T v103 = v0 * v102;
    const T v104 = v1 * v100;
    const T v105 = v95 + v104;
    const T v106 = v1 * v102;
    const T v107 = v2 * v102;
    const T v108 = v95 + v107;
    const T v109 = v4 * v92;
    const T v110 = v0 * v109;
    const T v111 = v1 * v109;
    const T v112 = v2 * v109;
    const T v113 = v4 * v94;
    const T v114 = v1 * v113;
    const T v115 = v0 * v114;
    const T v116 = v2 * v113;
    const T v117 = v0 * v116;
    const T v118 = v1 * v114;
    const T v119 = v109 + v118;
    const T v120 = v1 * v116;
    const T v121 = v2 * v116;
    const T v122 = v109 + v121;
    const T v123 = v5 * v92;
    const T v124 = v0 * v123;
    const T v125 = v1 * v123;
    const T v126 = v2 * v123;
    const T v127 = v5 * v94;
    const T v128 = v1 * v127;
    const T v129 = v0 * v128;
    const T v130 = v2 * v127;
    const T v131 = v0 * v130;
    const T v132 = v1 * v128;
    const T v133 = v123 + v132;
    const T v134 = v1 * v130;
    const T v135 = v2 * v130;
    const T v136 = v123 + v135;
    const T v137 = v17 * v99;
    const T v138 = v95 + v137;
    const T v139 = v17 * v113;
    const T v140 = v109 + v139;
    const T v141 = v17 * v127;
    const T v142 = v123 + v141;
    acc[0] += v96;
    acc[1] += v110;
    acc[2] += v124;
    acc[3] += v97;
    acc[4] += v111;
    acc[5] += v125;
    acc[6] += v98;
    acc[7] += v112;
    acc[8] += v126;
    acc[9] += v138;
    acc[10] += v140;
    acc[11] += v142;
    acc[12] += v101;
    acc[13] += v115;
    acc[14] += v129;
    acc[15] += v103;
    acc[16] += v117;
    acc[17] += v131;
    acc[18] += v105;
    acc[19] += v119;
    acc[20] += v133;
    acc[21] += v106;
    acc[22] += v120;
    acc[23] += v134;
    acc[24] += v108;
    acc[25] += v122;
    acc[26] += v136;
  }
  template <class T>
  HD static void nearness(const T* d, const T* w, const T* p, T* near) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = p[0];
    const T v4 = v0 * v0;
    const T v5 = v1 * v1;
    const T v6 = v4 + v5;
    const T v7 = v2 * v2;
    const T v8 = v6 + v7;
    const T v9 = v3 * v3;
    const T v10 = v9 - v8;
    near[0] = v10;
  }
  template <class T>
  HD static void simple(const T* d, const T* w, const T* p, T* acc) {
    acc[0] += constant<T>(0.0);
    acc[1] += constant<T>(0.0);
    acc[2] += constant<T>(0.0);
    acc[3] += constant<T>(0.0);
    acc[4] += constant<T>(0.0);
    acc[5] += constant<T>(0.0);
    acc[6] += constant<T>(0.0);
    acc[7] += constant<T>(0.0);
    acc[8] += constant<T>(0.0);
    acc[9] += constant<T>(0.0);
    acc[10] += constant<T>(0.0);
    acc[11] += constant<T>(0.0);
    acc[12] += constant<T>(0.0);
    acc[13] += constant<T>(0.0);
    acc[14] += constant<T>(0.0);
    acc[15] += constant<T>(0.0);
    acc[16] += constant<T>(0.0);
    acc[17] += constant<T>(0.0);
    acc[18] += constant<T>(0.0);
    acc[19] += constant<T>(0.0);
    acc[20] += constant<T>(0.0);
    acc[21] += constant<T>(0.0);
    acc[22] += constant<T>(0.0);
    acc[23] += constant<T>(0.0);
    acc[24] += constant<T>(0.0);
    acc[25] += constant<T>(0.0);
    acc[26] += constant<T>(0.0);
  }
};

struct Pair_c8cb0ee568caf652 {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 17, RESULTS = 1;
  static constexpr bool BRANCHES = true;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = w[0];
    const T v4 = p[0];
    const T v5 = p[1];
    const T v6 = p[2];
    const T v7 = p[3];
    const T v8 = p[4];
    const T v9 = p[5];
    const T v10 = p[6];
    const T v11 = p[7];
    const T v12 = p[8];
    const T v13 = p[9];
    const T v14 = p[10];
    const T v15 = p[11];
    const T v16 = p[12];
    const T v17 = p[13];
    const T v18 = p[14];
    const T v19 = p[15];
    const T v20 = p[16];
    const T v21 = v0 * v0;
    const T v22 = v1 * v1;
    const T v23 = v21 + v22;
    const T v24 = v2 * v2;
    const T v25 = v23 + v24;
    const T v26 = v4 * v4;
    const mask_t<T> v27 = v25 < v26;
    const T v28 = constant<T>(1.0) / v26;
    const T v29 = constant<T>(2.0) * v28;
    const T v30 = v25 * v29;
    const T v31 = v30 - constant<T>(1.0);
    const T v32 = v20 * v31;
    const T v33 = v19 + v32;
    const T v34 = v31 * v33;
    const T v35 = v18 + v34;
    const T v36 = v31 * v35;
    const T v37 = v17 + v36;
    const T v38 = v31 * v37;
    const T v39 = v16 + v38;
    const T v40 = v31 * v39;
    const T v41 = v15 + v40;
    const T v42 = v31 * v41;
    const T v43 = v14 + v42;
    const T v44 = v31 * v43;
    const T v45 = v13 + v44;
    const T v46 = v31 * v45;
    const T v47 = v12 + v46;
    const T v48 = v31 * v47;
    const T v49 = v11 + v48;
    const T v50 = v31 * v49;
    const T v51 = v10 + v50;
    const T v52 = v31 * v51;
    const T v53 = v9 + v52;
    const T v54 = v31 * v53;
    const T v55 = v8 + v54;
    const T v56 = v31 * v55;
    const T v57 = v7 + v56;
    const T v58 = v31 * v57;
    const T v59 = v6 + v58;
    const T v60 = v31 * v59;
    const T v61 = v5 + v60;
    const T v62 = constant<T>(1.0) / v4;
    const T v63 = v61 * v62;
    const T v64 = rsqrt_apart_(v25);
    const T v65 = v64 - v63;
    const T v66 = select_(v27, v65, constant<T>(0.0));
    const T v67 = v3 * v66;
    acc[0] += v67;
  }
  template <class T>
  HD static void nearness(const T* d, const T* w, const T* p, T* near) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = p[0];
    const T v4 = v0 * v0;
    const T v5 = v1 * v1;
    const T v6 = v4 + v5;
    const T v7 = v2 * v2;
    const T v8 = v6 + v7;
    const T v9 = v3 * v3;
    const T v10 = v9 - v8;
    near[0] = v10;
  }
  template <class T>
  HD static void simple(const T* d, const T* w, const T* p, T* acc) {
    acc[0] += constant<T>(0.0);
  }
};

struct Pair_5e67ab6213928003 {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 17, RESULTS = 4;
  static constexpr bool BRANCHES = true;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = w[0];
    const T v4 = p[0];
    const T v5 = p[1];
    const T v6 = p[2];
    const T v7 = p[3];
    const T v8 = p[4];
    const T v9 = p[5];
    const T v10 = p[6];
    const T v11 = p[7];
    const T v12 = p[8];
    const T v13 = p[9];
    const T v14 = p[10];
    const T v15 = p[11];
    const T v16 = p[12];
    const T v17 = p[13];
    const T v18 = p[14];
    const T v19 = p[15];
    const T v20 = p[16];
    const T v21 = v0 * v0;
    const T v22 = v1 * v1;
    const T v23 = v21 + v22;
    const T v24 = v2 * v2;
    const T v25 = v23 + v24;
    const T v26 = v4 * v4;
    const mask_t<T> v27 = v25 < v26;
    const T v28 = constant<T>(1.0) / v26;
    const T v29 = constant<T>(2.0) * v28;
    const T v30 = v25 * v29;
    const T v31 = v30 - constant<T>(1.0);
    const T v32 = v20 * v31;
    const T v33 = v19 + v32;
    const T v34 = v32 + v33;
    const T v35 = v31 * v33;
    const T v36 = v18 + v35;
    const T v37 = v31 * v34;
    const T v38 = v36 + v37;
    const T v39 = v31 * v36;
    const T v40 = v17 + v39;
    const T v41 = v31 * v38;
    const T v42 = v40 + v41;
    const T v43 = v31 * v40;
    const T v44 = v16 + v43;
    const T v45 = v31 * v42;
    const T v46 = v44 + v45;
    const T v47 = v31 * v44;
    const T v48 = v15 + v47;
    const T v49 = v31 * v46;
    const T v50 = v48 + v49;
    const T v51 = v31 * v48;
    const T v52 = v14 + v51;
    const T v53 = v31 * v50;
    const T v54 = v52 + v53;
    const T v55 = v31 * v52;
    const T v56 = v13 + v55;
    const T v57 = v31 * v54;
    const T v58 = v56 + v57;
    const T v59 = v31 * v56;
    const T v60 = v12 + v59;
    const T v61 = v31 * v58;
    const T v62 = v60 + v61;
    const T v63 = v31 * v60;
    const T v64 = v11 + v63;
    const T v65 = v31 * v62;
    const T v66 = v64 + v65;
    const T v67 = v31 * v64;
    const T v68 = v10 + v67;
    const T v69 = v31 * v66;
    const T v70 = v68 + v69;
    const T v71 = v31 * v68;
    const T v72 = v9 + v71;
    const T v73 = v31 * v70;
    const T v74 = v72 + v73;
    const T v75 = v31 * v72;
    const T v76 = v8 + v75;
    const T v77 = v31 * v74;
    const T v78 = v76 + v77;
    const T v79 = v31 * v76;
    const T v80 = v7 + v79;
    const T v81 = v31 * v78;
    const T v82 = v80 + v81;
    const T v83 = v31 * v80;
    const T v84 = v6 + v83;
    const T v85 = v31 * v82;
    const T v86 = v84 + v85;
    const T v87 = v31 * v84;
    const T v88 = v5 + v87;
    const T v89 = constant<T>(1.0) / v4;
    const T v90 = v88 * v89;
    const T v91 = constant<T>(4.0) * v89;
    const T v92 = v28 * v91;
    const T v93 = v86 * v92;
    const T v94 = rsqrt_apart_(v25);
    const T v95 = v94 * v94;
    const T v96 = v94 * v95;
    const T v97 = -(v96);
    const T v98 = v94 - v90;
    const T v99 = select_(v27, v98, constant<T>(0.0));
    const T v100 = v97 - v93;
    const T v101 = select_(v27, v100, constant<T>(0.0));
    const T v102 = v3 * v99;
    const T v103 = v3 * v101;
    const T v104 = v0 * v103;
    const T v105 = v1 * v103;
    const T v106 = v2 * v103;
    acc[0] += v102;
    acc[1] += v104;
    acc[2] += v105;
    acc[3] += v106;
  }
  template <class T>
  HD static void nearness(const T* d, const T* w, const T* p, T* near) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = p[0];
    const T v4 = v0 * v0;
    const T v5 = v1 * v1;
    const T v6 = v4 + v5;
    const T v7 = v2 * v2;
    const T v8 = v6 + v7;
    const T v9 = v3 * v3;
    const T v10 = v9 - v8;
    near[0] = v10;
  }
  template <class T>
  HD static void simple(const T* d, const T* w, const T* p, T* acc) {
    acc[0] += constant<T>(0.0);
    acc[1] += constant<T>(0.0);
    acc[2] += constant<T>(0.0);
    acc[3] += constant<T>(0.0);
  }
};

struct Pair_e234668fd12ba003 {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 17, RESULTS = 3;
  static constexpr bool BRANCHES = true;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = w[0];
    const T v4 = p[0];
    const T v5 = p[2];
    const T v6 = p[3];
    const T v7 = p[4];
    const T v8 = p[5];
    const T v9 = p[6];
    const T v10 = p[7];
    const T v11 = p[8];
    const T v12 = p[9];
    const T v13 = p[10];
    const T v14 = p[11];
    const T v15 = p[12];
    const T v16 = p[13];
    const T v17 = p[14];
    const T v18 = p[15];
    const T v19 = p[16];
    const T v20 = v0 * v0;
    const T v21 = v1 * v1;
    const T v22 = v20 + v21;
    const T v23 = v2 * v2;
    const T v24 = v22 + v23;
    const T v25 = v4 * v4;
    const mask_t<T> v26 = v24 < v25;
    const T v27 = constant<T>(1.0) / v25;
    const T v28 = constant<T>(2.0) * v27;
    const T v29 = v24 * v28;
    const T v30 = v29 - constant<T>(1.0);
    const T v31 = v19 * v30;
    const T v32 = v18 + v31;
    const T v33 = v31 + v32;
    const T v34 = v30 * v32;
    const T v35 = v17 + v34;
    const T v36 = v30 * v33;
    const T v37 = v35 + v36;
    const T v38 = v30 * v35;
    const T v39 = v16 + v38;
    const T v40 = v30 * v37;
    const T v41 = v39 + v40;
    const T v42 = v30 * v39;
    const T v43 = v15 + v42;
    const T v44 = v30 * v41;
    const T v45 = v43 + v44;
    const T v46 = v30 * v43;
    const T v47 = v14 + v46;
    const T v48 = v30 * v45;
    const T v49 = v47 + v48;
    const T v50 = v30 * v47;
    const T v51 = v13 + v50;
    const T v52 = v30 * v49;
    const T v53 = v51 + v52;
    const T v54 = v30 * v51;
    const T v55 = v12 + v54;
    const T v56 = v30 * v53;
    const T v57 = v55 + v56;
    const T v58 = v30 * v55;
    const T v59 = v11 + v58;
    const T v60 = v30 * v57;
    const T v61 = v59 + v60;
    const T v62 = v30 * v59;
    const T v63 = v10 + v62;
    const T v64 = v30 * v61;
    const T v65 = v63 + v64;
    const T v66 = v30 * v63;
    const T v67 = v9 + v66;
    const T v68 = v30 * v65;
    const T v69 = v67 + v68;
    const T v70 = v30 * v67;
    const T v71 = v8 + v70;
    const T v72 = v30 * v69;
    const T v73 = v71 + v72;
    const T v74 = v30 * v71;
    const T v75 = v7 + v74;
    const T v76 = v30 * v73;
    const T v77 = v75 + v76;
    const T v78 = v30 * v75;
    const T v79 = v6 + v78;
    const T v80 = v30 * v77;
    const T v81 = v79 + v80;
    const T v82 = v30 * v79;
    const T v83 = v5 + v82;
    const T v84 = v30 * v81;
    const T v85 = v83 + v84;
    const T v86 = constant<T>(1.0) / v4;
    const T v87 = constant<T>(4.0) * v86;
    const T v88 = v27 * v87;
    const T v89 = v85 * v88;
    const T v90 = rsqrt_apart_(v24);
    const T v91 = v90 * v90;
    const T v92 = v90 * v91;
    const T v93 = -(v92);
    const T v94 = v93 - v89;
    const T v95 = select_(v26, v94, constant<T>(0.0));
    const T v96 = v3 * v95;
    const T v97 = v0 * v96;
    const T v98 = v1 * v96;
    const T v99 = v2 * v96;
    acc[0] += v97;
    acc[1] += v98;
    acc[2] += v99;
  }
  template <class T>
  HD static void nearness(const T* d, const T* w, const T* p, T* near) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = p[0];
    const T v4 = v0 * v0;
    const T v5 = v1 * v1;
    const T v6 = v4 + v5;
    const T v7 = v2 * v2;
    const T v8 = v6 + v7;
    const T v9 = v3 * v3;
    const T v10 = v9 - v8;
    near[0] = v10;
  }
  template <class T>
  HD static void simple(const T* d, const T* w, const T* p, T* acc) {
    acc[0] += constant<T>(0.0);
    acc[1] += constant<T>(0.0);
    acc[2] += constant<T>(0.0);
  }
};

struct Pair_161e1eb6db9b2bf6 {
  static constexpr int DIM = 3, WEIGHTS = 3, PARAMETERS = 17, RESULTS = 1;
  static constexpr bool BRANCHES = true;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = w[0];
    const T v4 = w[1];
    const T v5 = w[2];
    const T v6 = p[0];
    const T v7 = p[2];
    const T v8 = p[3];
    const T v9 = p[4];
    const T v10 = p[5];
    const T v11 = p[6];
    const T v12 = p[7];
    const T v13 = p[8];
    const T v14 = p[9];
    const T v15 = p[10];
    const T v16 = p[11];
    const T v17 = p[12];
    const T v18 = p[13];
    const T v19 = p[14];
    const T v20 = p[15];
    const T v21 = p[16];
    const T v22 = v0 * v0;
    const T v23 = v1 * v1;
    const T v24 = v22 + v23;
    const T v25 = v2 * v2;
    const T v26 = v24 + v25;
    const T v27 = v6 * v6;
    const mask_t<T> v28 = v26 < v27;
    const T v29 = constant<T>(1.0) / v27;
    const T v30 = constant<T>(2.0) * v29;
    const T v31 = v26 * v30;
    const T v32 = v31 - constant<T>(1.0);
    const T v33 = v21 * v32;
    const T v34 = v20 + v33;
    const T v35 = v33 + v34;
    const T v36 = v32 * v34;
    const T v37 = v19 + v36;
    const T v38 = v32 * v35;
    const T v39 = v37 + v38;
    const T v40 = v32 * v37;
    const T v41 = v18 + v40;
    const T v42 = v32 * v39;
    const T v43 = v41 + v42;
    const T v44 = v32 * v41;
    const T v45 = v17 + v44;
    const T v46 = v32 * v43;
    const T v47 = v45 + v46;
    const T v48 = v32 * v45;
    const T v49 = v16 + v48;
    const T v50 = v32 * v47;
    const T v51 = v49 + v50;
    const T v52 = v32 * v49;
    const T v53 = v15 + v52;
    const T v54 = v32 * v51;
    const T v55 = v53 + v54;
    const T v56 = v32 * v53;
    const T v57 = v14 + v56;
    const T v58 = v32 * v55;
    const T v59 = v57 + v58;
    const T v60 = v32 * v57;
    const T v61 = v13 + v60;
    const T v62 = v32 * v59;
    const T v63 = v61 + v62;
    const T v64 = v32 * v61;
    const T v65 = v12 + v64;
    const T v66 = v32 * v63;
    const T v67 = v65 + v66;
    const T v68 = v32 * v65;
    const T v69 = v11 + v68;
    const T v70 = v32 * v67;
    const T v71 = v69 + v70;
    const T v72 = v32 * v69;
    const T v73 = v10 + v72;
    const T v74 = v32 * v71;
    const T v75 = v73 + v74;
    const T v76 = v32 * v73;
    const T v77 = v9 + v76;
    const T v78 = v32 * v75;
    const T v79 = v77 + v78;
    const T v80 = v32 * v77;
    const T v81 = v8 + v80;
    const T v82 = v32 * v79;
    const T v83 = v81 + v82;
    const T v84 = v32 * v81;
    const T v85 = v7 + v84;
    const T v86 = v32 * v83;
    const T v87 = v85 + v86;
    const T v88 = constant<T>(1.0) / v6;
    const T v89 = constant<T>(4.0) * v88;
    const T v90 = v29 * v89;
    const T v91 = v87 * v90;
    const T v92 = v0 * v3;
    const T v93 = -(v92);
    const T v94 = v1 * v4;
    const T v95 = v93 - v94;
    const T v96 = v2 * v5;
    const T v97 = v95 - v96;
    const T v98 = rsqrt_apart_(v26);
    const T v99 = v98 * v98;
    const T v100 = v98 * v99;
    const T v101 = -(v100);
    const T v102 = v101 - v91;
    const T v103 = select_(v28, v102, constant<T>(0.0));
    const T v104 = v97 * v103;
    acc[0] += v104;
  }
  template <class T>
  HD static void nearness(const T* d, const T* w, const T* p, T* near) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = p[0];
    const T v4 = v0 * v0;
    const T v5 = v1 * v1;
    const T v6 = v4 + v5;
    const T v7 = v2 * v2;
    const T v8 = v6 + v7;
    const T v9 = v3 * v3;
    const T v10 = v9 - v8;
    near[0] = v10;
  }
  template <class T>
  HD static void simple(const T* d, const T* w, const T* p, T* acc) {
    acc[0] += constant<T>(0.0);
  }
};

struct Pair_9dfd2870e3ff3901 {
  static constexpr int DIM = 3, WEIGHTS = 4, PARAMETERS = 17, RESULTS = 1;
  static constexpr bool BRANCHES = true;
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
    const T v8 = p[1];
    const T v9 = p[2];
    const T v10 = p[3];
    const T v11 = p[4];
    const T v12 = p[5];
    const T v13 = p[6];
    const T v14 = p[7];
    const T v15 = p[8];
    const T v16 = p[9];
    const T v17 = p[10];
    const T v18 = p[11];
    const T v19 = p[12];
    const T v20 = p[13];
    const T v21 = p[14];
    const T v22 = p[15];
    const T v23 = p[16];
    const T v24 = v0 * v0;
    const T v25 = v1 * v1;
    const T v26 = v24 + v25;
    const T v27 = v2 * v2;
    const T v28 = v26 + v27;
    const T v29 = v7 * v7;
    const mask_t<T> v30 = v28 < v29;
    const T v31 = constant<T>(1.0) / v29;
    const T v32 = constant<T>(2.0) * v31;
    const T v33 = v28 * v32;
    const T v34 = v33 - constant<T>(1.0);
    const T v35 = v23 * v34;
    const T v36 = v22 + v35;
    const T v37 = v35 + v36;
    const T v38 = v34 * v36;
    const T v39 = v21 + v38;
    const T v40 = v34 * v37;
    const T v41 = v39 + v40;
    const T v42 = v34 * v39;
    const T v43 = v20 + v42;
    const T v44 = v34 * v41;
    const T v45 = v43 + v44;
    const T v46 = v34 * v43;
    const T v47 = v19 + v46;
    const T v48 = v34 * v45;
    const T v49 = v47 + v48;
    const T v50 = v34 * v47;
    const T v51 = v18 + v50;
    const T v52 = v34 * v49;
    const T v53 = v51 + v52;
    const T v54 = v34 * v51;
    const T v55 = v17 + v54;
    const T v56 = v34 * v53;
    const T v57 = v55 + v56;
    const T v58 = v34 * v55;
    const T v59 = v16 + v58;
    const T v60 = v34 * v57;
    const T v61 = v59 + v60;
    const T v62 = v34 * v59;
    const T v63 = v15 + v62;
    const T v64 = v34 * v61;
    const T v65 = v63 + v64;
    const T v66 = v34 * v63;
    const T v67 = v14 + v66;
    const T v68 = v34 * v65;
    const T v69 = v67 + v68;
    const T v70 = v34 * v67;
    const T v71 = v13 + v70;
    const T v72 = v34 * v69;
    const T v73 = v71 + v72;
    const T v74 = v34 * v71;
    const T v75 = v12 + v74;
    const T v76 = v34 * v73;
    const T v77 = v75 + v76;
    const T v78 = v34 * v75;
    const T v79 = v11 + v78;
    const T v80 = v34 * v77;
    const T v81 = v79 + v80;
    const T v82 = v34 * v79;
    const T v83 = v10 + v82;
    const T v84 = v34 * v81;
    const T v85 = v83 + v84;
    const T v86 = v34 * v83;
    const T v87 = v9 + v86;
    const T v88 = v34 * v85;
    const T v89 = v87 + v88;
    const T v90 = v34 * v87;
    const T v91 = v8 + v90;
    const T v92 = constant<T>(1.0) / v7;
    const T v93 = v91 * v92;
    const T v94 = constant<T>(4.0) * v92;
    const T v95 = v31 * v94;
    const T v96 = v89 * v95;
    const T v97 = v0 * v4;
    const T v98 = -(v97);
    const T v99 = v1 * v5;
    const T v100 = v98 - v99;
    const T v101 = v2 * v6;
    const T v102 = v100 - v101;
    const T v103 = rsqrt_apart_(v28);
    const T v104 = v103 * v103;
    const T v105 = v103 * v104;
    const T v106 = -(v105);
    const T v107 = v103 - v93;
    const T v108 = select_(v30, v107, constant<T>(0.0));
    const T v109 = v106 - v96;
    const T v110 = select_(v30, v109, constant<T>(0.0));
    const T v111 = v3 * v108;
    const T v112 = v102 * v110;
    acc[0] += v111;
    acc[0] += v112;
  }
  template <class T>
  HD static void nearness(const T* d, const T* w, const T* p, T* near) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = p[0];
    const T v4 = v0 * v0;
    const T v5 = v1 * v1;
    const T v6 = v4 + v5;
    const T v7 = v2 * v2;
    const T v8 = v6 + v7;
    const T v9 = v3 * v3;
    const T v10 = v9 - v8;
    near[0] = v10;
  }
  template <class T>
  HD static void simple(const T* d, const T* w, const T* p, T* acc) {
    acc[0] += constant<T>(0.0);
  }
};

struct Pair_e2c03d46c38a626a {
  static constexpr int DIM = 3, WEIGHTS = 3, PARAMETERS = 17, RESULTS = 9;
  static constexpr bool BRANCHES = true;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = w[0];
    const T v4 = w[1];
    const T v5 = w[2];
    const T v6 = p[0];
    const T v7 = p[2];
    const T v8 = p[3];
    const T v9 = p[4];
    const T v10 = p[5];
    const T v11 = p[6];
    const T v12 = p[7];
    const T v13 = p[8];
    const T v14 = p[9];
    const T v15 = p[10];
    const T v16 = p[11];
    const T v17 = p[12];
    const T v18 = p[13];
    const T v19 = p[14];
    const T v20 = p[15];
    const T v21 = p[16];
    const T v22 = v0 * v0;
    const T v23 = v1 * v1;
    const T v24 = v22 + v23;
    const T v25 = v2 * v2;
    const T v26 = v24 + v25;
    const T v27 = v6 * v6;
    const mask_t<T> v28 = v26 < v27;
    const T v29 = constant<T>(1.0) / v27;
    const T v30 = constant<T>(2.0) * v29;
    const T v31 = v26 * v30;
    const T v32 = v31 - constant<T>(1.0);
    const T v33 = v21 * v32;
    const T v34 = v20 + v33;
    const T v35 = v33 + v34;
    const T v36 = v32 * v34;
    const T v37 = v19 + v36;
    const T v38 = v32 * v35;
    const T v39 = v37 + v38;
    const T v40 = v32 * v37;
    const T v41 = v18 + v40;
    const T v42 = v32 * v39;
    const T v43 = v41 + v42;
    const T v44 = v32 * v41;
    const T v45 = v17 + v44;
    const T v46 = v32 * v43;
    const T v47 = v45 + v46;
    const T v48 = v32 * v45;
    const T v49 = v16 + v48;
    const T v50 = v32 * v47;
    const T v51 = v49 + v50;
    const T v52 = v32 * v49;
    const T v53 = v15 + v52;
    const T v54 = v32 * v51;
    const T v55 = v53 + v54;
    const T v56 = v32 * v53;
    const T v57 = v14 + v56;
    const T v58 = v32 * v55;
    const T v59 = v57 + v58;
    const T v60 = v32 * v57;
    const T v61 = v13 + v60;
    const T v62 = v32 * v59;
    const T v63 = v61 + v62;
    const T v64 = v32 * v61;
    const T v65 = v12 + v64;
    const T v66 = v32 * v63;
    const T v67 = v65 + v66;
    const T v68 = v32 * v65;
    const T v69 = v11 + v68;
    const T v70 = v32 * v67;
    const T v71 = v69 + v70;
    const T v72 = v32 * v69;
    const T v73 = v10 + v72;
    const T v74 = v32 * v71;
    const T v75 = v73 + v74;
    const T v76 = v32 * v73;
    const T v77 = v9 + v76;
    const T v78 = v32 * v75;
    const T v79 = v77 + v78;
    const T v80 = v32 * v77;
    const T v81 = v8 + v80;
    const T v82 = v32 * v79;
    const T v83 = v81 + v82;
    const T v84 = v32 * v81;
    const T v85 = v7 + v84;
    const T v86 = v32 * v83;
    const T v87 = v85 + v86;
    const T v88 = constant<T>(1.0) / v6;
    const T v89 = constant<T>(4.0) * v88;
    const T v90 = v29 * v89;
    const T v91 = v87 * v90;
    const T v92 = rsqrt_apart_(v26);
    const T v93 = v92 * v92;
    const T v94 = v92 * v93;
    const T v95 = -(v94);
    const T v96 = v95 - v91;
    const T v97 = select_(v28, v96, constant<T>(0.0));
    const T v98 = v3 * v97;
    const T v99 = v0 * v98;
    const T v100 = v1 * v98;
    const T v101 = v2 * v98;
    const T v102 = v4 * v97;
    const T v103 = v0 * v102;
    const T v104 = v1 * v102;
    const T v105 = v2 * v102;
    const T v106 = v5 * v97;
    const T v107 = v0 * v106;
    const T v108 = v1 * v106;
    const T v109 = v2 * v106;
    acc[0] += v99;
    acc[1] += v103;
    acc[2] += v107;
    acc[3] += v100;
    acc[4] += v104;
    acc[5] += v108;
    acc[6] += v101;
    acc[7] += v105;
    acc[8] += v109;
  }
  template <class T>
  HD static void nearness(const T* d, const T* w, const T* p, T* near) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = p[0];
    const T v4 = v0 * v0;
    const T v5 = v1 * v1;
    const T v6 = v4 + v5;
    const T v7 = v2 * v2;
    const T v8 = v6 + v7;
    const T v9 = v3 * v3;
    const T v10 = v9 - v8;
    near[0] = v10;
  }
  template <class T>
  HD static void simple(const T* d, const T* w, const T* p, T* acc) {
    acc[0] += constant<T>(0.0);
    acc[1] += constant<T>(0.0);
    acc[2] += constant<T>(0.0);
    acc[3] += constant<T>(0.0);
    acc[4] += constant<T>(0.0);
    acc[5] += constant<T>(0.0);
    acc[6] += constant<T>(0.0);
    acc[7] += constant<T>(0.0);
    acc[8] += constant<T>(0.0);
  }
};

struct Pair_0ac394343fe0d34e {
  static constexpr int DIM = 3, WEIGHTS = 3, PARAMETERS = 17, RESULTS = 27;
  static constexpr bool BRANCHES = true;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = w[0];
    const T v4 = w[1];
    const T v5 = w[2];
    const T v6 = p[0];
    const T v7 = p[2];
    const T v8 = p[3];
    const T v9 = p[4];
    const T v10 = p[5];
    const T v11 = p[6];
    const T v12 = p[7];
    const T v13 = p[8];
    const T v14 = p[9];
    const T v15 = p[10];
    const T v16 = p[11];
    const T v17 = p[12];
    const T v18 = p[13];
    const T v19 = p[14];
    const T v20 = p[15];
    const T v21 = p[16];
    const T v22 = v0 * v0;
    const T v23 = v1 * v1;
    const T v24 = v22 + v23;
    const T v25 = v2 * v2;
    const T v26 = v24 + v25;
    const T v27 = v6 * v6;
    const mask_t<T> v28 = v26 < v27;
    const T v29 = constant<T>(1.0) / v27;
    const T v30 = constant<T>(2.0) * v29;
    const T v31 = v26 * v30;
    const T v32 = v31 - constant<T>(1.0);
    const T v33 = v21 * v32;
    const T v34 = v20 + v33;
    const T v35 = v33 + v34;
    const T v36 = v32 * v34;
    const T v37 = v19 + v36;
    const T v38 = v33 + v35;
    const T v39 = v32 * v35;
    const T v40 = v37 + v39;
    const T v41 = v32 * v37;
    const T v42 = v18 + v41;
    const T v43 = v32 * v38;
    const T v44 = v40 + v43;
    const T v45 = v32 * v40;
    const T v46 = v42 + v45;
    const T v47 = v32 * v42;
    const T v48 = v17 + v47;
    const T v49 = v32 * v44;
    const T v50 = v46 + v49;
    const T v51 = v32 * v46;
    const T v52 = v48 + v51;
    const T v53 = v32 * v48;
    const T v54 = v16 + v53;
    const T v55 = v32 * v50;
    const T v56 = v52 + v55;
    const T v57 = v32 * v52;
    const T v58 = v54 + v57;
    const T v59 = v32 * v54;
    const T v60 = v15 + v59;
    const T v61 = v32 * v56;
    const T v62 = v58 + v61;
    const T v63 = v32 * v58;
    const T v64 = v60 + v63;
    const T v65 = v32 * v60;
    const T v66 = v14 + v65;
    const T v67 = v32 * v62;
    const T v68 = v64 + v67;
    const T v69 = v32 * v64;
    const T v70 = v66 + v69;
    const T v71 = v32 * v66;
    const T v72 = v13 + v71;
    const T v73 = v32 * v68;
    const T v74 = v70 + v73;
    const T v75 = v32 * v70;
    const T v76 = v72 + v75;
    const T v77 = v32 * v72;
    const T v78 = v12 + v77;
    const T v79 = v32 * v74;
    const T v80 = v76 + v79;
    const T v81 = v32 * v76;
    const T v82 = v78 + v81;
    const T v83 = v32 * v78;
    const T v84 = v11 + v83;
    const T v85 = v32 * v80;
    const T v86 = v82 + v85;
    const T v87 = v32 * v82;
    const T v88 = v84 + v87;
    const T v89 = v32 * v84;
    const T v90 = v10 + v89;
    const T v91 = v32 * v86;
    const T v92 = v88 + v91;
    const T v93 = v32 * v88;
    const T v94 = v90 + v93;
    const T v95 = v32 * v90;
    const T v96 = v9 + v95;
    const T v97 = v32 * v92;
    const T v98 = v94 + v97;
    const T v99 = v32 * v94;
    const T v100 = v96 + v99;
    const T v101 = v32 * v96;
    const T v102 = v8 + v101;
    const T v103 = v32 * v98;
    const T v104 = v100 + v103;
    const T v105 = v32 * v100;
    const T v106 = v102 + v105;
    const T v107 = v32 * v102;
    const T v108 = v7 + v107;
    const T v109 = v32 * v104;
    const T v110 = v106 + v109;
    const T v111 = v32 * v106;
    const T v112 = v108 + v111;
    const T v113 = constant<T>(1.0) / v6;
    const T v114 = constant<T>(4.0) * v113;
    const T v115 = v29 * v114;
    const T v116 = v112 * v115;
    const T v117 = constant<T>(8.0) * v115;
    const T v118 = v29 * v117;
    const T v119 = v110 * v118;
    const T v120 = rsqrt_apart_(v26);
    const T v121 = v120 * v120;
    const T v122 = v120 * v121;
    const T v123 = -(v122);
    const T v124 = constant<T>(3.0) * v121;
    const T v125 = v122 * v124;
    const T v126 = v123 - v116;
    const T v127 = select_(v28, v126, constant<T>(0.0));
    const T v128 = v125 - v119;
    const T v129 = select_(v28, v128, constant<T>(0.0));
    const T v130 = v3 * v127;
    const T v131 = v0 * v130;
    const T v132 = v1 * v130;
    const T v133 = v2 * v130;
    const T v134 = v3 * v129;
    const T v135 = v1 * v134;
    const T v136 = v0 * v135;
    const T v137 = v2 * v134;
    const T v138 = v0 * v137;
    const T v139 = v1 * v135;
    const T v140 = v130 + v139;
    const T v141 = v1 * v137;
    const T v142 = v2 * v137;
    const T v143 = v130 + v142;
    const T v144 = v4 * v127;
    const T v145 = v0 * v144;
    const T v146 = v1 * v144;
    const T v147 = v2 * v144;
    const T v148 = v4 * v129;
    const T v149 = v1 * v148;
    const T v150 = v0 * v149;
    const T v151 = v2 * v148;
    const T v152 = v0 * v151;
    const T v153 = v1 * v149;
    const T v154 = v144 + v153;
    const T v155 = v1 * v151;
    const T v156 = v2 * v151;
    const T v157 = v144 + v156;
    const T v158 = v5 * v127;
    const T v159 = v0 * v158;
    const T v160 = v1 * v158;
    const T v161 = v2 * v158;
    const T v162 = v5 * v129;
    const T v163 = v1 * v162;
    const T v164 = v0 * v163;
    const T v165 = v2 * v162;
    const T v166 = v0 * v165;
    const T v167 = v1 * v163;
    const T v168 = v158 + v167;
    const T v169 = v1 * v165;
    const T v170 = v2 * v165;
    const T v171 = v158 + v170;
    const T v172 = v22 * v134;
    const T v173 = v130 + v172;
    const T v174 = v22 * v148;
    const T v175 = v144 + v174;
    const T v176 = v22 * v162;
    const T v177 = v158 + v176;
    acc[0] += v131;
    acc[1] += v145;
    acc[2] += v159;
    acc[3] += v132;
    acc[4] += v146;
    acc[5] += v160;
    acc[6] += v133;
    acc[7] += v147;
    acc[8] += v161;
    acc[9] += v173;
    acc[10] += v175;
    acc[11] += v177;
    acc[12] += v136;
    acc[13] += v150;
    acc[14] += v164;
    acc[15] += v138;
    acc[16] += v152;
    acc[17] += v166;
    acc[18] += v140;
    acc[19] += v154;
    acc[20] += v168;
    acc[21] += v141;
    acc[22] += v155;
    acc[23] += v169;
    acc[24] += v143;
    acc[25] += v157;
    acc[26] += v171;
  }
  template <class T>
  HD static void nearness(const T* d, const T* w, const T* p, T* near) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = p[0];
    const T v4 = v0 * v0;
    const T v5 = v1 * v1;
    const T v6 = v4 + v5;
    const T v7 = v2 * v2;
    const T v8 = v6 + v7;
    const T v9 = v3 * v3;
    const T v10 = v9 - v8;
    near[0] = v10;
  }
  template <class T>
  HD static void simple(const T* d, const T* w, const T* p, T* acc) {
    acc[0] += constant<T>(0.0);
    acc[1] += constant<T>(0.0);
    acc[2] += constant<T>(0.0);
    acc[3] += constant<T>(0.0);
    acc[4] += constant<T>(0.0);
    acc[5] += constant<T>(0.0);
    acc[6] += constant<T>(0.0);
    acc[7] += constant<T>(0.0);
    acc[8] += constant<T>(0.0);
    acc[9] += constant<T>(0.0);
    acc[10] += constant<T>(0.0);
    acc[11] += constant<T>(0.0);
    acc[12] += constant<T>(0.0);
    acc[13] += constant<T>(0.0);
    acc[14] += constant<T>(0.0);
    acc[15] += constant<T>(0.0);
    acc[16] += constant<T>(0.0);
    acc[17] += constant<T>(0.0);
    acc[18] += constant<T>(0.0);
    acc[19] += constant<T>(0.0);
    acc[20] += constant<T>(0.0);
    acc[21] += constant<T>(0.0);
    acc[22] += constant<T>(0.0);
    acc[23] += constant<T>(0.0);
    acc[24] += constant<T>(0.0);
    acc[25] += constant<T>(0.0);
    acc[26] += constant<T>(0.0);
  }
};

struct Pair_e8387361dd1f3c3f {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 27, RESULTS = 1;
  static constexpr bool BRANCHES = true;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = w[0];
    const T v4 = p[0];
    const T v5 = p[1];
    const T v6 = p[2];
    const T v7 = p[3];
    const T v8 = p[4];
    const T v9 = p[5];
    const T v10 = p[6];
    const T v11 = p[7];
    const T v12 = p[8];
    const T v13 = p[9];
    const T v14 = p[10];
    const T v15 = p[11];
    const T v16 = p[12];
    const T v17 = p[13];
    const T v18 = p[14];
    const T v19 = p[15];
    const T v20 = p[16];
    const T v21 = p[17];
    const T v22 = p[18];
    const T v23 = p[19];
    const T v24 = p[20];
    const T v25 = p[21];
    const T v26 = p[22];
    const T v27 = p[23];
    const T v28 = p[24];
    const T v29 = p[25];
    const T v30 = p[26];
    const T v31 = v0 * v0;
    const T v32 = v1 * v1;
    const T v33 = v31 + v32;
    const T v34 = v2 * v2;
    const T v35 = v33 + v34;
    const T v36 = v4 * v4;
    const mask_t<T> v37 = v35 < v36;
    const T v38 = constant<T>(1.0) / v36;
    const T v39 = constant<T>(2.0) * v38;
    const T v40 = v35 * v39;
    const T v41 = v40 - constant<T>(1.0);
    const T v42 = v30 * v41;
    const T v43 = v29 + v42;
    const T v44 = v41 * v43;
    const T v45 = v28 + v44;
    const T v46 = v41 * v45;
    const T v47 = v27 + v46;
    const T v48 = v41 * v47;
    const T v49 = v26 + v48;
    const T v50 = v41 * v49;
    const T v51 = v25 + v50;
    const T v52 = v41 * v51;
    const T v53 = v24 + v52;
    const T v54 = v41 * v53;
    const T v55 = v23 + v54;
    const T v56 = v41 * v55;
    const T v57 = v22 + v56;
    const T v58 = v41 * v57;
    const T v59 = v21 + v58;
    const T v60 = v41 * v59;
    const T v61 = v20 + v60;
    const T v62 = v41 * v61;
    const T v63 = v19 + v62;
    const T v64 = v41 * v63;
    const T v65 = v18 + v64;
    const T v66 = v41 * v65;
    const T v67 = v17 + v66;
    const T v68 = v41 * v67;
    const T v69 = v16 + v68;
    const T v70 = v41 * v69;
    const T v71 = v15 + v70;
    const T v72 = v41 * v71;
    const T v73 = v14 + v72;
    const T v74 = v41 * v73;
    const T v75 = v13 + v74;
    const T v76 = v41 * v75;
    const T v77 = v12 + v76;
    const T v78 = v41 * v77;
    const T v79 = v11 + v78;
    const T v80 = v41 * v79;
    const T v81 = v10 + v80;
    const T v82 = v41 * v81;
    const T v83 = v9 + v82;
    const T v84 = v41 * v83;
    const T v85 = v8 + v84;
    const T v86 = v41 * v85;
    const T v87 = v7 + v86;
    const T v88 = v41 * v87;
    const T v89 = v6 + v88;
    const T v90 = v41 * v89;
    const T v91 = v5 + v90;
    const T v92 = constant<T>(1.0) / v4;
    const T v93 = v91 * v92;
    const T v94 = rsqrt_apart_(v35);
    const T v95 = v94 - v93;
    const T v96 = select_(v37, v95, constant<T>(0.0));
    const T v97 = v3 * v96;
    acc[0] += v97;
  }
  template <class T>
  HD static void nearness(const T* d, const T* w, const T* p, T* near) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = p[0];
    const T v4 = v0 * v0;
    const T v5 = v1 * v1;
    const T v6 = v4 + v5;
    const T v7 = v2 * v2;
    const T v8 = v6 + v7;
    const T v9 = v3 * v3;
    const T v10 = v9 - v8;
    near[0] = v10;
  }
  template <class T>
  HD static void simple(const T* d, const T* w, const T* p, T* acc) {
    acc[0] += constant<T>(0.0);
  }
};

struct Pair_211e380b720e8c26 {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 27, RESULTS = 4;
  static constexpr bool BRANCHES = true;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = w[0];
    const T v4 = p[0];
    const T v5 = p[1];
    const T v6 = p[2];
    const T v7 = p[3];
    const T v8 = p[4];
    const T v9 = p[5];
    const T v10 = p[6];
    const T v11 = p[7];
    const T v12 = p[8];
    const T v13 = p[9];
    const T v14 = p[10];
    const T v15 = p[11];
    const T v16 = p[12];
    const T v17 = p[13];
    const T v18 = p[14];
    const T v19 = p[15];
    const T v20 = p[16];
    const T v21 = p[17];
    const T v22 = p[18];
    const T v23 = p[19];
    const T v24 = p[20];
    const T v25 = p[21];
    const T v26 = p[22];
    const T v27 = p[23];
    const T v28 = p[24];
    const T v29 = p[25];
    const T v30 = p[26];
    const T v31 = v0 * v0;
    const T v32 = v1 * v1;
    const T v33 = v31 + v32;
    const T v34 = v2 * v2;
    const T v35 = v33 + v34;
    const T v36 = v4 * v4;
    const mask_t<T> v37 = v35 < v36;
    const T v38 = constant<T>(1.0) / v36;
    const T v39 = constant<T>(2.0) * v38;
    const T v40 = v35 * v39;
    const T v41 = v40 - constant<T>(1.0);
    const T v42 = v30 * v41;
    const T v43 = v29 + v42;
    const T v44 = v42 + v43;
    const T v45 = v41 * v43;
    const T v46 = v28 + v45;
    const T v47 = v41 * v44;
    const T v48 = v46 + v47;
    const T v49 = v41 * v46;
    const T v50 = v27 + v49;
    const T v51 = v41 * v48;
    const T v52 = v50 + v51;
    const T v53 = v41 * v50;
    const T v54 = v26 + v53;
    const T v55 = v41 * v52;
    const T v56 = v54 + v55;
    const T v57 = v41 * v54;
    const T v58 = v25 + v57;
    const T v59 = v41 * v56;
    const T v60 = v58 + v59;
    const T v61 = v41 * v58;
    const T v62 = v24 + v61;
    const T v63 = v41 * v60;
    const T v64 = v62 + v63;
    const T v65 = v41 * v62;
    const T v66 = v23 + v65;
    const T v67 = v41 * v64;
    const T v68 = v66 + v67;
    const T v69 = v41 * v66;
    const T v70 = v22 + v69;
    const T v71 = v41 * v68;
    const T v72 = v70 + v71;
    const T v73 = v41 * v70;
    const T v74 = v21 + v73;
    const T v75 = v41 * v72;
    const T v76 = v74 + v75;
    const T v77 = v41 * v74;
    const T v78 = v20 + v77;
    const T v79 = v41 * v76;
    const T v80 = v78 + v79;
    const T v81 = v41 * v78;
    const T v82 = v19 + v81;
    const T v83 = v41 * v80;
    const T v84 = v82 + v83;
    const T v85 = v41 * v82;
    const T v86 = v18 + v85;
    const T v87 = v41 * v84;
    const T v88 = v86 + v87;
    const T v89 = v41 * v86;
    const T v90 = v17 + v89;
    const T v91 = v41 * v88;
    const T v92 = v90 + v91;
    const T v93 = v41 * v90;
    const T v94 = v16 + v93;
    const T v95 = v41 * v92;
    const T v96 = v94 + v95;
    const T v97 = v41 * v94;
    const T v98 = v15 + v97;
    const T v99 = v41 * v96;
    const T v100 = v98 + v99;
    const T v101 = v41 * v98;
    const T v102 = v14 + v101;
    const T v103 = v41 * v100;
    const T v104 = v102 + v103;
    const T v105 = v41 * v102;
    const T v106 = v13 + v105;
    const T v107 = v41 * v104;
    const T v108 = v106 + v107;
    const T v109 = v41 * v106;
    const T v110 = v12 + v109;
    const T v111 = v41 * v108;
    const T v112 = v110 + v111;
    const T v113 = v41 * v110;
    const T v114 = v11 + v113;
    const T v115 = v41 * v112;
    const T v116 = v114 + v115;
    const T v117 = v41 * v114;
    const T v118 = v10 + v117;
    const T v119 = v41 * v116;
    const T v120 = v118 + v119;
    const T v121 = v41 * v118;
    const T v122 = v9 + v121;
    const T v123 = v41 * v120;
    const T v124 = v122 + v123;
    const T v125 = v41 * v122;
    const T v126 = v8 + v125;
    const T v127 = v41 * v124;
    const T v128 = v126 + v127;
    const T v129 = v41 * v126;
    const T v130 = v7 + v129;
    const T v131 = v41 * v128;
    const T v132 = v130 + v131;
    const T v133 = v41 * v130;
    const T v134 = v6 + v133;
    const T v135 = v41 * v132;
    const T v136 = v134 + v135;
    const T v137 = v41 * v134;
    const T v138 = v5 + v137;
    const T v139 = constant<T>(1.0) / v4;
    const T v140 = v138 * v139;
    const T v141 = constant<T>(4.0) * v139;
    const T v142 = v38 * v141;
    const T v143 = v136 * v142;
    const T v144 = rsqrt_apart_(v35);
    const T v145 = v144 * v144;
    const T v146 = v144 * v145;
    const T v147 = -(v146);
    const T v148 = v144 - v140;
    const T v149 = select_(v37, v148, constant<T>(0.0));
    const T v150 = v147 - v143;
    const T v151 = select_(v37, v150, constant<T>(0.0));
    const T v152 = v3 * v149;
    const T v153 = v3 * v151;
    const T v154 = v0 * v153;
    const T v155 = v1 * v153;
    const T v156 = v2 * v153;
    acc[0] += v152;
    acc[1] += v154;
    acc[2] += v155;
    acc[3] += v156;
  }
  template <class T>
  HD static void nearness(const T* d, const T* w, const T* p, T* near) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = p[0];
    const T v4 = v0 * v0;
    const T v5 = v1 * v1;
    const T v6 = v4 + v5;
    const T v7 = v2 * v2;
    const T v8 = v6 + v7;
    const T v9 = v3 * v3;
    const T v10 = v9 - v8;
    near[0] = v10;
  }
  template <class T>
  HD static void simple(const T* d, const T* w, const T* p, T* acc) {
    acc[0] += constant<T>(0.0);
    acc[1] += constant<T>(0.0);
    acc[2] += constant<T>(0.0);
    acc[3] += constant<T>(0.0);
  }
};

struct Pair_3fa09671d3392f04 {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 27, RESULTS = 3;
  static constexpr bool BRANCHES = true;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = w[0];
    const T v4 = p[0];
    const T v5 = p[2];
    const T v6 = p[3];
    const T v7 = p[4];
    const T v8 = p[5];
    const T v9 = p[6];
    const T v10 = p[7];
    const T v11 = p[8];
    const T v12 = p[9];
    const T v13 = p[10];
    const T v14 = p[11];
    const T v15 = p[12];
    const T v16 = p[13];
    const T v17 = p[14];
    const T v18 = p[15];
    const T v19 = p[16];
    const T v20 = p[17];
    const T v21 = p[18];
    const T v22 = p[19];
    const T v23 = p[20];
    const T v24 = p[21];
    const T v25 = p[22];
    const T v26 = p[23];
    const T v27 = p[24];
    const T v28 = p[25];
    const T v29 = p[26];
    const T v30 = v0 * v0;
    const T v31 = v1 * v1;
    const T v32 = v30 + v31;
    const T v33 = v2 * v2;
    const T v34 = v32 + v33;
    const T v35 = v4 * v4;
    const mask_t<T> v36 = v34 < v35;
    const T v37 = constant<T>(1.0) / v35;
    const T v38 = constant<T>(2.0) * v37;
    const T v39 = v34 * v38;
    const T v40 = v39 - constant<T>(1.0);
    const T v41 = v29 * v40;
    const T v42 = v28 + v41;
    const T v43 = v41 + v42;
    const T v44 = v40 * v42;
    const T v45 = v27 + v44;
    const T v46 = v40 * v43;
    const T v47 = v45 + v46;
    const T v48 = v40 * v45;
    const T v49 = v26 + v48;
    const T v50 = v40 * v47;
    const T v51 = v49 + v50;
    const T v52 = v40 * v49;
    const T v53 = v25 + v52;
    const T v54 = v40 * v51;
    const T v55 = v53 + v54;
    const T v56 = v40 * v53;
    const T v57 = v24 + v56;
    const T v58 = v40 * v55;
    const T v59 = v57 + v58;
    const T v60 = v40 * v57;
    const T v61 = v23 + v60;
    const T v62 = v40 * v59;
    const T v63 = v61 + v62;
    const T v64 = v40 * v61;
    const T v65 = v22 + v64;
    const T v66 = v40 * v63;
    const T v67 = v65 + v66;
    const T v68 = v40 * v65;
    const T v69 = v21 + v68;
    const T v70 = v40 * v67;
    const T v71 = v69 + v70;
    const T v72 = v40 * v69;
    const T v73 = v20 + v72;
    const T v74 = v40 * v71;
    const T v75 = v73 + v74;
    const T v76 = v40 * v73;
    const T v77 = v19 + v76;
    const T v78 = v40 * v75;
    const T v79 = v77 + v78;
    const T v80 = v40 * v77;
    const T v81 = v18 + v80;
    const T v82 = v40 * v79;
    const T v83 = v81 + v82;
    const T v84 = v40 * v81;
    const T v85 = v17 + v84;
    const T v86 = v40 * v83;
    const T v87 = v85 + v86;
    const T v88 = v40 * v85;
    const T v89 = v16 + v88;
    const T v90 = v40 * v87;
    const T v91 = v89 + v90;
    const T v92 = v40 * v89;
    const T v93 = v15 + v92;
    const T v94 = v40 * v91;
    const T v95 = v93 + v94;
    const T v96 = v40 * v93;
    const T v97 = v14 + v96;
    const T v98 = v40 * v95;
    const T v99 = v97 + v98;
    const T v100 = v40 * v97;
    const T v101 = v13 + v100;
    const T v102 = v40 * v99;
    const T v103 = v101 + v102;
    const T v104 = v40 * v101;
    const T v105 = v12 + v104;
    const T v106 = v40 * v103;
    const T v107 = v105 + v106;
    const T v108 = v40 * v105;
    const T v109 = v11 + v108;
    const T v110 = v40 * v107;
    const T v111 = v109 + v110;
    const T v112 = v40 * v109;
    const T v113 = v10 + v112;
    const T v114 = v40 * v111;
    const T v115 = v113 + v114;
    const T v116 = v40 * v113;
    const T v117 = v9 + v116;
    const T v118 = v40 * v115;
    const T v119 = v117 + v118;
    const T v120 = v40 * v117;
    const T v121 = v8 + v120;
    const T v122 = v40 * v119;
    const T v123 = v121 + v122;
    const T v124 = v40 * v121;
    const T v125 = v7 + v124;
    const T v126 = v40 * v123;
    const T v127 = v125 + v126;
    const T v128 = v40 * v125;
    const T v129 = v6 + v128;
    const T v130 = v40 * v127;
    const T v131 = v129 + v130;
    const T v132 = v40 * v129;
    const T v133 = v5 + v132;
    const T v134 = v40 * v131;
    const T v135 = v133 + v134;
    const T v136 = constant<T>(1.0) / v4;
    const T v137 = constant<T>(4.0) * v136;
    const T v138 = v37 * v137;
    const T v139 = v135 * v138;
    const T v140 = rsqrt_apart_(v34);
    const T v141 = v140 * v140;
    const T v142 = v140 * v141;
    const T v143 = -(v142);
    const T v144 = v143 - v139;
    const T v145 = select_(v36, v144, constant<T>(0.0));
    const T v146 = v3 * v145;
    const T v147 = v0 * v146;
    const T v148 = v1 * v146;
    const T v149 = v2 * v146;
    acc[0] += v147;
    acc[1] += v148;
    acc[2] += v149;
  }
  template <class T>
  HD static void nearness(const T* d, const T* w, const T* p, T* near) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = p[0];
    const T v4 = v0 * v0;
    const T v5 = v1 * v1;
    const T v6 = v4 + v5;
    const T v7 = v2 * v2;
    const T v8 = v6 + v7;
    const T v9 = v3 * v3;
    const T v10 = v9 - v8;
    near[0] = v10;
  }
  template <class T>
  HD static void simple(const T* d, const T* w, const T* p, T* acc) {
    acc[0] += constant<T>(0.0);
    acc[1] += constant<T>(0.0);
    acc[2] += constant<T>(0.0);
  }
};

struct Pair_879585157669f582 {
  static constexpr int DIM = 3, WEIGHTS = 3, PARAMETERS = 27, RESULTS = 1;
  static constexpr bool BRANCHES = true;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = w[0];
    const T v4 = w[1];
    const T v5 = w[2];
    const T v6 = p[0];
    const T v7 = p[2];
    const T v8 = p[3];
    const T v9 = p[4];
    const T v10 = p[5];
    const T v11 = p[6];
    const T v12 = p[7];
    const T v13 = p[8];
    const T v14 = p[9];
    const T v15 = p[10];
    const T v16 = p[11];
    const T v17 = p[12];
    const T v18 = p[13];
    const T v19 = p[14];
    const T v20 = p[15];
    const T v21 = p[16];
    const T v22 = p[17];
    const T v23 = p[18];
    const T v24 = p[19];
    const T v25 = p[20];
    const T v26 = p[21];
    const T v27 = p[22];
    const T v28 = p[23];
    const T v29 = p[24];
    const T v30 = p[25];
    const T v31 = p[26];
    const T v32 = v0 * v0;
    const T v33 = v1 * v1;
    const T v34 = v32 + v33;
    const T v35 = v2 * v2;
    const T v36 = v34 + v35;
    const T v37 = v6 * v6;
    const mask_t<T> v38 = v36 < v37;
    const T v39 = constant<T>(1.0) / v37;
    const T v40 = constant<T>(2.0) * v39;
    const T v41 = v36 * v40;
    const T v42 = v41 - constant<T>(1.0);
    const T v43 = v31 * v42;
    const T v44 = v30 + v43;
    const T v45 = v43 + v44;
    const T v46 = v42 * v44;
    const T v47 = v29 + v46;
    const T v48 = v42 * v45;
    const T v49 = v47 + v48;
    const T v50 = v42 * v47;
    const T v51 = v28 + v50;
    const T v52 = v42 * v49;
    const T v53 = v51 + v52;
    const T v54 = v42 * v51;
    const T v55 = v27 + v54;
    const T v56 = v42 * v53;
    const T v57 = v55 + v56;
    const T v58 = v42 * v55;
    const T v59 = v26 + v58;
    const T v60 = v42 * v57;
    const T v61 = v59 + v60;
    const T v62 = v42 * v59;
    const T v63 = v25 + v62;
    const T v64 = v42 * v61;
    const T v65 = v63 + v64;
    const T v66 = v42 * v63;
    const T v67 = v24 + v66;
    const T v68 = v42 * v65;
    const T v69 = v67 + v68;
    const T v70 = v42 * v67;
    const T v71 = v23 + v70;
    const T v72 = v42 * v69;
    const T v73 = v71 + v72;
    const T v74 = v42 * v71;
    const T v75 = v22 + v74;
    const T v76 = v42 * v73;
    const T v77 = v75 + v76;
    const T v78 = v42 * v75;
    const T v79 = v21 + v78;
    const T v80 = v42 * v77;
    const T v81 = v79 + v80;
    const T v82 = v42 * v79;
    const T v83 = v20 + v82;
    const T v84 = v42 * v81;
    const T v85 = v83 + v84;
    const T v86 = v42 * v83;
    const T v87 = v19 + v86;
    const T v88 = v42 * v85;
    const T v89 = v87 + v88;
    const T v90 = v42 * v87;
    const T v91 = v18 + v90;
    const T v92 = v42 * v89;
    const T v93 = v91 + v92;
    const T v94 = v42 * v91;
    const T v95 = v17 + v94;
    const T v96 = v42 * v93;
    const T v97 = v95 + v96;
    const T v98 = v42 * v95;
    const T v99 = v16 + v98;
    const T v100 = v42 * v97;
    const T v101 = v99 + v100;
    const T v102 = v42 * v99;
    const T v103 = v15 + v102;
    const T v104 = v42 * v101;
    const T v105 = v103 + v104;
    const T v106 = v42 * v103;
    const T v107 = v14 + v106;
    const T v108 = v42 * v105;
    const T v109 = v107 + v108;
    const T v110 = v42 * v107;
    const T v111 = v13 + v110;
    const T v112 = v42 * v109;
    const T v113 = v111 + v112;
    const T v114 = v42 * v111;
    const T v115 = v12 + v114;
    const T v116 = v42 * v113;
    const T v117 = v115 + v116;
    const T v118 = v42 * v115;
    const T v119 = v11 + v118;
    const T v120 = v42 * v117;
    const T v121 = v119 + v120;
    const T v122 = v42 * v119;
    const T v123 = v10 + v122;
    const T v124 = v42 * v121;
    const T v125 = v123 + v124;
    const T v126 = v42 * v123;
    const T v127 = v9 + v126;
    const T v128 = v42 * v125;
    const T v129 = v127 + v128;
    const T v130 = v42 * v127;
    const T v131 = v8 + v130;
    const T v132 = v42 * v129;
    const T v133 = v131 + v132;
    const T v134 = v42 * v131;
    const T v135 = v7 + v134;
    const T v136 = v42 * v133;
    const T v137 = v135 + v136;
    const T v138 = constant<T>(1.0) / v6;
    const T v139 = constant<T>(4.0) * v138;
    const T v140 = v39 * v139;
    const T v141 = v137 * v140;
    const T v142 = v0 * v3;
    const T v143 = -(v142);
    const T v144 = v1 * v4;
    const T v145 = v143 - v144;
    const T v146 = v2 * v5;
    const T v147 = v145 - v146;
    const T v148 = rsqrt_apart_(v36);
    const T v149 = v148 * v148;
    const T v150 = v148 * v149;
    const T v151 = -(v150);
    const T v152 = v151 - v141;
    const T v153 = select_(v38, v152, constant<T>(0.0));
    const T v154 = v147 * v153;
    acc[0] += v154;
  }
  template <class T>
  HD static void nearness(const T* d, const T* w, const T* p, T* near) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = p[0];
    const T v4 = v0 * v0;
    const T v5 = v1 * v1;
    const T v6 = v4 + v5;
    const T v7 = v2 * v2;
    const T v8 = v6 + v7;
    const T v9 = v3 * v3;
    const T v10 = v9 - v8;
    near[0] = v10;
  }
  template <class T>
  HD static void simple(const T* d, const T* w, const T* p, T* acc) {
    acc[0] += constant<T>(0.0);
  }
};

struct Pair_565f2e9f4cbfdbd7 {
  static constexpr int DIM = 3, WEIGHTS = 4, PARAMETERS = 27, RESULTS = 1;
  static constexpr bool BRANCHES = true;
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
    const T v8 = p[1];
    const T v9 = p[2];
    const T v10 = p[3];
    const T v11 = p[4];
    const T v12 = p[5];
    const T v13 = p[6];
    const T v14 = p[7];
    const T v15 = p[8];
    const T v16 = p[9];
    const T v17 = p[10];
    const T v18 = p[11];
    const T v19 = p[12];
    const T v20 = p[13];
    const T v21 = p[14];
    const T v22 = p[15];
    const T v23 = p[16];
    const T v24 = p[17];
    const T v25 = p[18];
    const T v26 = p[19];
    const T v27 = p[20];
    const T v28 = p[21];
    const T v29 = p[22];
    const T v30 = p[23];
    const T v31 = p[24];
    const T v32 = p[25];
    const T v33 = p[26];
    const T v34 = v0 * v0;
    const T v35 = v1 * v1;
    const T v36 = v34 + v35;
    const T v37 = v2 * v2;
    const T v38 = v36 + v37;
    const T v39 = v7 * v7;
    const mask_t<T> v40 = v38 < v39;
    const T v41 = constant<T>(1.0) / v39;
    const T v42 = constant<T>(2.0) * v41;
    const T v43 = v38 * v42;
    const T v44 = v43 - constant<T>(1.0);
    const T v45 = v33 * v44;
    const T v46 = v32 + v45;
    const T v47 = v45 + v46;
    const T v48 = v44 * v46;
    const T v49 = v31 + v48;
    const T v50 = v44 * v47;
    const T v51 = v49 + v50;
    const T v52 = v44 * v49;
    const T v53 = v30 + v52;
    const T v54 = v44 * v51;
    const T v55 = v53 + v54;
    const T v56 = v44 * v53;
    const T v57 = v29 + v56;
    const T v58 = v44 * v55;
    const T v59 = v57 + v58;
    const T v60 = v44 * v57;
    const T v61 = v28 + v60;
    const T v62 = v44 * v59;
    const T v63 = v61 + v62;
    const T v64 = v44 * v61;
    const T v65 = v27 + v64;
    const T v66 = v44 * v63;
    const T v67 = v65 + v66;
    const T v68 = v44 * v65;
    const T v69 = v26 + v68;
    const T v70 = v44 * v67;
    const T v71 = v69 + v70;
    const T v72 = v44 * v69;
    const T v73 = v25 + v72;
    const T v74 = v44 * v71;
    const T v75 = v73 + v74;
    const T v76 = v44 * v73;
    const T v77 = v24 + v76;
    const T v78 = v44 * v75;
    const T v79 = v77 + v78;
    const T v80 = v44 * v77;
    const T v81 = v23 + v80;
    const T v82 = v44 * v79;
    const T v83 = v81 + v82;
    const T v84 = v44 * v81;
    const T v85 = v22 + v84;
    const T v86 = v44 * v83;
    const T v87 = v85 + v86;
    const T v88 = v44 * v85;
    const T v89 = v21 + v88;
    const T v90 = v44 * v87;
    const T v91 = v89 + v90;
    const T v92 = v44 * v89;
    const T v93 = v20 + v92;
    const T v94 = v44 * v91;
    const T v95 = v93 + v94;
    const T v96 = v44 * v93;
    const T v97 = v19 + v96;
    const T v98 = v44 * v95;
    const T v99 = v97 + v98;
    const T v100 = v44 * v97;
    const T v101 = v18 + v100;
    const T v102 = v44 * v99;
    const T v103 = v101 + v102;
    const T v104 = v44 * v101;
    const T v105 = v17 + v104;
    const T v106 = v44 * v103;
    const T v107 = v105 + v106;
    const T v108 = v44 * v105;
    const T v109 = v16 + v108;
    const T v110 = v44 * v107;
    const T v111 = v109 + v110;
    const T v112 = v44 * v109;
    const T v113 = v15 + v112;
    const T v114 = v44 * v111;
    const T v115 = v113 + v114;
    const T v116 = v44 * v113;
    const T v117 = v14 + v116;
    const T v118 = v44 * v115;
    const T v119 = v117 + v118;
    const T v120 = v44 * v117;
    const T v121 = v13 + v120;
    const T v122 = v44 * v119;
    const T v123 = v121 + v122;
    const T v124 = v44 * v121;
    const T v125 = v12 + v124;
    const T v126 = v44 * v123;
    const T v127 = v125 + v126;
    const T v128 = v44 * v125;
    const T v129 = v11 + v128;
    const T v130 = v44 * v127;
    const T v131 = v129 + v130;
    const T v132 = v44 * v129;
    const T v133 = v10 + v132;
    const T v134 = v44 * v131;
    const T v135 = v133 + v134;
    const T v136 = v44 * v133;
    const T v137 = v9 + v136;
    const T v138 = v44 * v135;
    const T v139 = v137 + v138;
    const T v140 = v44 * v137;
    const T v141 = v8 + v140;
    const T v142 = constant<T>(1.0) / v7;
    const T v143 = v141 * v142;
    const T v144 = constant<T>(4.0) * v142;
    const T v145 = v41 * v144;
    const T v146 = v139 * v145;
    const T v147 = v0 * v4;
    const T v148 = -(v147);
    const T v149 = v1 * v5;
    const T v150 = v148 - v149;
    const T v151 = v2 * v6;
    const T v152 = v150 - v151;
    const T v153 = rsqrt_apart_(v38);
    const T v154 = v153 * v153;
    const T v155 = v153 * v154;
    const T v156 = -(v155);
    const T v157 = v153 - v143;
    const T v158 = select_(v40, v157, constant<T>(0.0));
    const T v159 = v156 - v146;
    const T v160 = select_(v40, v159, constant<T>(0.0));
    const T v161 = v3 * v158;
    const T v162 = v152 * v160;
    acc[0] += v161;
    acc[0] += v162;
  }
  template <class T>
  HD static void nearness(const T* d, const T* w, const T* p, T* near) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = p[0];
    const T v4 = v0 * v0;
    const T v5 = v1 * v1;
    const T v6 = v4 + v5;
    const T v7 = v2 * v2;
    const T v8 = v6 + v7;
    const T v9 = v3 * v3;
    const T v10 = v9 - v8;
    near[0] = v10;
  }
  template <class T>
  HD static void simple(const T* d, const T* w, const T* p, T* acc) {
    acc[0] += constant<T>(0.0);
  }
};

struct Pair_6b1bd69d1788f1f9 {
  static constexpr int DIM = 3, WEIGHTS = 3, PARAMETERS = 27, RESULTS = 9;
  static constexpr bool BRANCHES = true;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = w[0];
    const T v4 = w[1];
    const T v5 = w[2];
    const T v6 = p[0];
    const T v7 = p[2];
    const T v8 = p[3];
    const T v9 = p[4];
    const T v10 = p[5];
    const T v11 = p[6];
    const T v12 = p[7];
    const T v13 = p[8];
    const T v14 = p[9];
    const T v15 = p[10];
    const T v16 = p[11];
    const T v17 = p[12];
    const T v18 = p[13];
    const T v19 = p[14];
    const T v20 = p[15];
    const T v21 = p[16];
    const T v22 = p[17];
    const T v23 = p[18];
    const T v24 = p[19];
    const T v25 = p[20];
    const T v26 = p[21];
    const T v27 = p[22];
    const T v28 = p[23];
    const T v29 = p[24];
    const T v30 = p[25];
    const T v31 = p[26];
    const T v32 = v0 * v0;
    const T v33 = v1 * v1;
    const T v34 = v32 + v33;
    const T v35 = v2 * v2;
    const T v36 = v34 + v35;
    const T v37 = v6 * v6;
    const mask_t<T> v38 = v36 < v37;
    const T v39 = constant<T>(1.0) / v37;
    const T v40 = constant<T>(2.0) * v39;
    const T v41 = v36 * v40;
    const T v42 = v41 - constant<T>(1.0);
    const T v43 = v31 * v42;
    const T v44 = v30 + v43;
    const T v45 = v43 + v44;
    const T v46 = v42 * v44;
    const T v47 = v29 + v46;
    const T v48 = v42 * v45;
    const T v49 = v47 + v48;
    const T v50 = v42 * v47;
    const T v51 = v28 + v50;
    const T v52 = v42 * v49;
    const T v53 = v51 + v52;
    const T v54 = v42 * v51;
    const T v55 = v27 + v54;
    const T v56 = v42 * v53;
    const T v57 = v55 + v56;
    const T v58 = v42 * v55;
    const T v59 = v26 + v58;
    const T v60 = v42 * v57;
    const T v61 = v59 + v60;
    const T v62 = v42 * v59;
    const T v63 = v25 + v62;
    const T v64 = v42 * v61;
    const T v65 = v63 + v64;
    const T v66 = v42 * v63;
    const T v67 = v24 + v66;
    const T v68 = v42 * v65;
    const T v69 = v67 + v68;
    const T v70 = v42 * v67;
    const T v71 = v23 + v70;
    const T v72 = v42 * v69;
    const T v73 = v71 + v72;
    const T v74 = v42 * v71;
    const T v75 = v22 + v74;
    const T v76 = v42 * v73;
    const T v77 = v75 + v76;
    const T v78 = v42 * v75;
    const T v79 = v21 + v78;
    const T v80 = v42 * v77;
    const T v81 = v79 + v80;
    const T v82 = v42 * v79;
    const T v83 = v20 + v82;
    const T v84 = v42 * v81;
    const T v85 = v83 + v84;
    const T v86 = v42 * v83;
    const T v87 = v19 + v86;
    const T v88 = v42 * v85;
    const T v89 = v87 + v88;
    const T v90 = v42 * v87;
    const T v91 = v18 + v90;
    const T v92 = v42 * v89;
    const T v93 = v91 + v92;
    const T v94 = v42 * v91;
    const T v95 = v17 + v94;
    const T v96 = v42 * v93;
    const T v97 = v95 + v96;
    const T v98 = v42 * v95;
    const T v99 = v16 + v98;
    const T v100 = v42 * v97;
    const T v101 = v99 + v100;
    const T v102 = v42 * v99;
    const T v103 = v15 + v102;
    const T v104 = v42 * v101;
    const T v105 = v103 + v104;
    const T v106 = v42 * v103;
    const T v107 = v14 + v106;
    const T v108 = v42 * v105;
    const T v109 = v107 + v108;
    const T v110 = v42 * v107;
    const T v111 = v13 + v110;
    const T v112 = v42 * v109;
    const T v113 = v111 + v112;
    const T v114 = v42 * v111;
    const T v115 = v12 + v114;
    const T v116 = v42 * v113;
    const T v117 = v115 + v116;
    const T v118 = v42 * v115;
    const T v119 = v11 + v118;
    const T v120 = v42 * v117;
    const T v121 = v119 + v120;
    const T v122 = v42 * v119;
    const T v123 = v10 + v122;
    const T v124 = v42 * v121;
    const T v125 = v123 + v124;
    const T v126 = v42 * v123;
    const T v127 = v9 + v126;
    const T v128 = v42 * v125;
    const T v129 = v127 + v128;
    const T v130 = v42 * v127;
    const T v131 = v8 + v130;
    const T v132 = v42 * v129;
    const T v133 = v131 + v132;
    const T v134 = v42 * v131;
    const T v135 = v7 + v134;
    const T v136 = v42 * v133;
    const T v137 = v135 + v136;
    const T v138 = constant<T>(1.0) / v6;
    const T v139 = constant<T>(4.0) * v138;
    const T v140 = v39 * v139;
    const T v141 = v137 * v140;
    const T v142 = rsqrt_apart_(v36);
    const T v143 = v142 * v142;
    const T v144 = v142 * v143;
    const T v145 = -(v144);
    const T v146 = v145 - v141;
    const T v147 = select_(v38, v146, constant<T>(0.0));
    const T v148 = v3 * v147;
    const T v149 = v0 * v148;
    const T v150 = v1 * v148;
    const T v151 = v2 * v148;
    const T v152 = v4 * v147;
    const T v153 = v0 * v152;
    const T v154 = v1 * v152;
    const T v155 = v2 * v152;
    const T v156 = v5 * v147;
    const T v157 = v0 * v156;
    const T v158 = v1 * v156;
    const T v159 = v2 * v156;
    acc[0] += v149;
    acc[1] += v153;
    acc[2] += v157;
    acc[3] += v150;
    acc[4] += v154;
    acc[5] += v158;
    acc[6] += v151;
    acc[7] += v155;
    acc[8] += v159;
  }
  template <class T>
  HD static void nearness(const T* d, const T* w, const T* p, T* near) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = p[0];
    const T v4 = v0 * v0;
    const T v5 = v1 * v1;
    const T v6 = v4 + v5;
    const T v7 = v2 * v2;
    const T v8 = v6 + v7;
    const T v9 = v3 * v3;
    const T v10 = v9 - v8;
    near[0] = v10;
  }
  template <class T>
  HD static void simple(const T* d, const T* w, const T* p, T* acc) {
    acc[0] += constant<T>(0.0);
    acc[1] += constant<T>(0.0);
    acc[2] += constant<T>(0.0);
    acc[3] += constant<T>(0.0);
    acc[4] += constant<T>(0.0);
    acc[5] += constant<T>(0.0);
    acc[6] += constant<T>(0.0);
    acc[7] += constant<T>(0.0);
    acc[8] += constant<T>(0.0);
  }
};

struct Pair_990475e1f43a00a3 {
  static constexpr int DIM = 3, WEIGHTS = 3, PARAMETERS = 27, RESULTS = 27;
  static constexpr bool BRANCHES = true;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = w[0];
    const T v4 = w[1];
    const T v5 = w[2];
    const T v6 = p[0];
    const T v7 = p[2];
    const T v8 = p[3];
    const T v9 = p[4];
    const T v10 = p[5];
    const T v11 = p[6];
    const T v12 = p[7];
    const T v13 = p[8];
    const T v14 = p[9];
    const T v15 = p[10];
    const T v16 = p[11];
    const T v17 = p[12];
    const T v18 = p[13];
    const T v19 = p[14];
    const T v20 = p[15];
    const T v21 = p[16];
    const T v22 = p[17];
    const T v23 = p[18];
    const T v24 = p[19];
    const T v25 = p[20];
    const T v26 = p[21];
    const T v27 = p[22];
    const T v28 = p[23];
    const T v29 = p[24];
    const T v30 = p[25];
    const T v31 = p[26];
    const T v32 = v0 * v0;
    const T v33 = v1 * v1;
    const T v34 = v32 + v33;
    const T v35 = v2 * v2;
    const T v36 = v34 + v35;
    const T v37 = v6 * v6;
    const mask_t<T> v38 = v36 < v37;
    const T v39 = constant<T>(1.0) / v37;
    const T v40 = constant<T>(2.0) * v39;
    const T v41 = v36 * v40;
    const T v42 = v41 - constant<T>(1.0);
    const T v43 = v31 * v42;
    const T v44 = v30 + v43;
    const T v45 = v43 + v44;
    const T v46 = v42 * v44;
    const T v47 = v29 + v46;
    const T v48 = v43 + v45;
    const T v49 = v42 * v45;
    const T v50 = v47 + v49;
    const T v51 = v42 * v47;
    const T v52 = v28 + v51;
    const T v53 = v42 * v48;
    const T v54 = v50 + v53;
    const T v55 = v42 * v50;
    const T v56 = v52 + v55;
    const T v57 = v42 * v52;
    const T v58 = v27 + v57;
    const T v59 = v42 * v54;
    const T v60 = v56 + v59;
    const T v61 = v42 * v56;
    const T v62 = v58 + v61;
    const T v63 = v42 * v58;
    const T v64 = v26 + v63;
    const T v65 = v42 * v60;
    const T v66 = v62 + v65;
    const T v67 = v42 * v62;
    const T v68 = v64 + v67;
    const T v69 = v42 * v64;
    const T v70 = v25 + v69;
    const T v71 = v42 * v66;
    const T v72 = v68 + v71;
    const T v73 = v42 * v68;
    const T v74 = v70 + v73;
    const T v75 = v42 * v70;
    const T v76 = v24 + v75;
    const T v77 = v42 * v72;
    const T v78 = v74 + v77;
    const T v79 = v42 * v74;
    const T v80 = v76 + v79;
    const T v81 = v42 * v76;
    const T v82 = v23 + v81;
    const T v83 = v42 * v78;
    const T v84 = v80 + v83;
    const T v85 = v42 * v80;
    const T v86 = v82 + v85;
    const T v87 = v42 * v82;
    const T v88 = v22 + v87;
    const T v89 = v42 * v84;
    const T v90 = v86 + v89;
    const T v91 = v42 * v86;
    const T v92 = v88 + v91;
    const T v93 = v42 * v88;
    const T v94 = v21 + v93;
    const T v95 = v42 * v90;
    const T v96 = v92 + v95;
    const T v97 = v42 * v92;
    const T v98 = v94 + v97;
    const T v99 = v42 * v94;
    const T v100 = v20 + v99;
    const T v101 = v42 * v96;
    const T v102 = v98 + v101;
    const T v103 = v42 * v98;
    const T v104 = v100 + v103;
    const T v105 = v42 * v100;
    const T v106 = v19 + v105;
    const T v107 = v42 * v102;
    const T v108 = v104 + v107;
    const T v109 = v42 * v104;
    const T v110 = v106 + v109;
    const T v111 = v42 * v106;
    const T v112 = v18 + v111;
    const T v113 = v42 * v108;
    const T v114 = v110 + v113;
    const T v115 = v42 * v110;
    const T v116 = v112 + v115;
    const T v117 = v42 * v112;
    const T v118 = v17 + v117;
    const T v119 = v42 * v114;
    const T v120 = v116 + v119;
    const T v121 = v42 * v116;
    const T v122 = v118 + v121;
    const T v123 = v42 * v118;
    const T v124 = v16 + v123;
    const T v125 = v42 * v120;
    const T v126 = v122 + v125;
    const T v127 = v42 * v122;
    const T v128 = v124 + v127;
    const T v129 = v42 * v124;
    const T v130 = v15 + v129;
    const T v131 = v42 * v126;
    const T v132 = v128 + v131;
    const T v133 = v42 * v128;
    const T v134 = v130 + v133;
    const T v135 = v42 * v130;
    const T v136 = v14 + v135;
    const T v137 = v42 * v132;
    const T v138 = v134 + v137;
    const T v139 = v42 * v134;
    const T v140 = v136 + v139;
    const T v141 = v42 * v136;
    const T v142 = v13 + v141;
    const T v143 = v42 * v138;
    const T v144 = v140 + v143;
    const T v145 = v42 * v140;
    const T v146 = v142 + v145;
    const T v147 = v42 * v142;
    const T v148 = v12 + v147;
    const T v149 = v42 * v144;
    const T v150 = v146 + v149;
    const T v151 = v42 * v146;
    const T v152 = v148 + v151;
    const T v153 = v42 * v148;
    const T v154 = v11 + v153;
    const T v155 = v42 * v150;
    const T v156 = v152 + v155;
    const T v157 = v42 * v152;
    const T v158 = v154 + v157;
    const T v159 = v42 * v154;
    const T v160 = v10 + v159;
    const T v161 = v42 * v156;
    const T v162 = v158 + v161;
    const T v163 = v42 * v158;
    const T v164 = v160 + v163;
    const T v165 = v42 * v160;
    const T v166 = v9 + v165;
    const T v167 = v42 * v162;
    const T v168 = v164 + v167;
    const T v169 = v42 * v164;
    const T v170 = v166 + v169;
    const T v171 = v42 * v166;
    const T v172 = v8 + v171;
    const T v173 = v42 * v168;
    const T v174 = v170 + v173;
    const T v175 = v42 * v170;
    const T v176 = v172 + v175;
    const T v177 = v42 * v172;
    const T v178 = v7 + v177;
    const T v179 = v42 * v174;
    const T v180 = v176 + v179;
    const T v181 = v42 * v176;
    const T v182 = v178 + v181;
    const T v183 = constant<T>(1.0) / v6;
    const T v184 = constant<T>(4.0) * v183;
    const T v185 = v39 * v184;
    const T v186 = v182 * v185;
    const T v187 = constant<T>(8.0) * v185;
    const T v188 = v39 * v187;
    const T v189 = v180 * v188;
    const T v190 = rsqrt_apart_(v36);
    const T v191 = v190 * v190;
    const T v192 = v190 * v191;
    const T v193 = -(v192);
    const T v194 = constant<T>(3.0) * v191;
    const T v195 = v192 * v194;
    const T v196 = v193 - v186;
    const T v197 = select_(v38, v196, constant<T>(0.0));
    const T v198 = v195 - v189;
    const T v199 = select_(v38, v198, constant<T>(0.0));
    const T v200 = v3 * v197;
    const T v201 = v0 * v200;
    const T v202 = v1 * v200;
    const T v203 = v2 * v200;
    const T v204 = v3 * v199;
    const T v205 = v1 * v204;
    const T v206 = v0 * v205;
    const T v207 = v2 * v204;
    const T v208 = v0 * v207;
    const T v209 = v1 * v205;
    const T v210 = v200 + v209;
    const T v211 = v1 * v207;
    const T v212 = v2 * v207;
    const T v213 = v200 + v212;
    const T v214 = v4 * v197;
    const T v215 = v0 * v214;
    const T v216 = v1 * v214;
    const T v217 = v2 * v214;
    const T v218 = v4 * v199;
    const T v219 = v1 * v218;
    const T v220 = v0 * v219;
    const T v221 = v2 * v218;
    const T v222 = v0 * v221;
    const T v223 = v1 * v219;
    const T v224 = v214 + v223;
    const T v225 = v1 * v221;
    const T v226 = v2 * v221;
    const T v227 = v214 + v226;
    const T v228 = v5 * v197;
    const T v229 = v0 * v228;
    const T v230 = v1 * v228;
    const T v231 = v2 * v228;
    const T v232 = v5 * v199;
    const T v233 = v1 * v232;
    const T v234 = v0 * v233;
    const T v235 = v2 * v232;
    const T v236 = v0 * v235;
    const T v237 = v1 * v233;
    const T v238 = v228 + v237;
    const T v239 = v1 * v235;
    const T v240 = v2 * v235;
    const T v241 = v228 + v240;
    const T v242 = v32 * v204;
    const T v243 = v200 + v242;
    const T v244 = v32 * v218;
    const T v245 = v214 + v244;
    const T v246 = v32 * v232;
    const T v247 = v228 + v246;
    acc[0] += v201;
    acc[1] += v215;
    acc[2] += v229;
    acc[3] += v202;
    acc[4] += v216;
    acc[5] += v230;
    acc[6] += v203;
    acc[7] += v217;
    acc[8] += v231;
    acc[9] += v243;
    acc[10] += v245;
    acc[11] += v247;
    acc[12] += v206;
    acc[13] += v220;
    acc[14] += v234;
    acc[15] += v208;
    acc[16] += v222;
    acc[17] += v236;
    acc[18] += v210;
    acc[19] += v224;
    acc[20] += v238;
    acc[21] += v211;
    acc[22] += v225;
    acc[23] += v239;
    acc[24] += v213;
    acc[25] += v227;
    acc[26] += v241;
  }
  template <class T>
  HD static void nearness(const T* d, const T* w, const T* p, T* near) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = p[0];
    const T v4 = v0 * v0;
    const T v5 = v1 * v1;
    const T v6 = v4 + v5;
    const T v7 = v2 * v2;
    const T v8 = v6 + v7;
    const T v9 = v3 * v3;
    const T v10 = v9 - v8;
    near[0] = v10;
  }
  template <class T>
  HD static void simple(const T* d, const T* w, const T* p, T* acc) {
    acc[0] += constant<T>(0.0);
    acc[1] += constant<T>(0.0);
    acc[2] += constant<T>(0.0);
    acc[3] += constant<T>(0.0);
    acc[4] += constant<T>(0.0);
    acc[5] += constant<T>(0.0);
    acc[6] += constant<T>(0.0);
    acc[7] += constant<T>(0.0);
    acc[8] += constant<T>(0.0);
    acc[9] += constant<T>(0.0);
    acc[10] += constant<T>(0.0);
    acc[11] += constant<T>(0.0);
    acc[12] += constant<T>(0.0);
    acc[13] += constant<T>(0.0);
    acc[14] += constant<T>(0.0);
    acc[15] += constant<T>(0.0);
    acc[16] += constant<T>(0.0);
    acc[17] += constant<T>(0.0);
    acc[18] += constant<T>(0.0);
    acc[19] += constant<T>(0.0);
    acc[20] += constant<T>(0.0);
    acc[21] += constant<T>(0.0);
    acc[22] += constant<T>(0.0);
    acc[23] += constant<T>(0.0);
    acc[24] += constant<T>(0.0);
    acc[25] += constant<T>(0.0);
    acc[26] += constant<T>(0.0);
  }
};

struct Pair_f8deb9ddba88202d {
  static constexpr int DIM = 3, WEIGHTS = 3, PARAMETERS = 12, RESULTS = 3;
  static constexpr bool BRANCHES = true;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = w[0];
    const T v4 = w[1];
    const T v5 = w[2];
    const T v6 = p[0];
    const T v7 = p[1];
    const T v8 = p[2];
    const T v9 = p[3];
    const T v10 = p[4];
    const T v11 = p[5];
    const T v12 = p[6];
    const T v13 = p[7];
    const T v14 = p[8];
    const T v15 = p[9];
    const T v16 = p[10];
    const T v17 = p[11];
    const T v18 = v0 * v0;
    const T v19 = v1 * v1;
    const T v20 = v18 + v19;
    const T v21 = v2 * v2;
    const T v22 = v20 + v21;
    const T v23 = v6 * v6;
    const T v24 = constant<T>(1.0) / v23;
    const T v25 = constant<T>(2.0) * v24;
    const T v26 = v22 * v25;
    const T v27 = v26 - constant<T>(1.0);
    const T v28 = v17 * v27;
    const T v29 = v16 + v28;
    const T v30 = v28 + v29;
    const T v31 = v27 * v29;
    const T v32 = v15 + v31;
    const T v33 = v27 * v30;
    const T v34 = v32 + v33;
    const T v35 = v27 * v32;
    const T v36 = v14 + v35;
    const T v37 = v27 * v34;
    const T v38 = v36 + v37;
    const T v39 = v27 * v36;
    const T v40 = v13 + v39;
    const T v41 = v27 * v38;
    const T v42 = v40 + v41;
    const T v43 = v27 * v40;
    const T v44 = v12 + v43;
    const T v45 = v27 * v42;
    const T v46 = v44 + v45;
    const T v47 = v27 * v44;
    const T v48 = v11 + v47;
    const T v49 = v27 * v46;
    const T v50 = v48 + v49;
    const T v51 = v27 * v48;
    const T v52 = v10 + v51;
    const T v53 = v27 * v50;
    const T v54 = v52 + v53;
    const T v55 = v27 * v52;
    const T v56 = v9 + v55;
    const T v57 = v27 * v54;
    const T v58 = v56 + v57;
    const T v59 = v27 * v56;
    const T v60 = v8 + v59;
    const T v61 = v27 * v58;
    const T v62 = v60 + v61;
    const T v63 = v27 * v60;
    const T v64 = v7 + v63;
    const T v65 = constant<T>(1.0) / v6;
    const T v66 = v64 * v65;
    const T v67 = constant<T>(4.0) * v65;
    const T v68 = v24 * v67;
    const T v69 = v62 * v68;
    const mask_t<T> v70 = v22 < v23;
    const T v71 = v0 * v3;
    const T v72 = -(v71);
    const T v73 = v1 * v4;
    const T v74 = v72 - v73;
    const T v75 = v2 * v5;
    const T v76 = v74 - v75;
    const T v77 = rsqrt_apart_(v22);
    const T v78 = v77 * v77;
    const T v79 = v77 * v78;
    const T v80 = -(v79);
    const T v81 = v77 - v66;
    const T v82 = select_(v70, v81, constant<T>(0.0));
    const T v83 = v80 - v69;
    const T v84 = select_(v70, v83, constant<T>(0.0));
    const T v85 = v76 * v84;
    const T v86 = v0 * v85;
    const T v87 = v3 * v82;
    const T v88 = v1 * v85;
    const T v89 = v4 * v82;
    const T v90 = v2 * v85;
    const T v91 = v5 * v82;
    acc[0] += v86;
    acc[0] -= v87;
    acc[1] += v88;
    acc[1] -= v89;
    acc[2] += v90;
    acc[2] -= v91;
  }
  template <class T>
  HD static void nearness(const T* d, const T* w, const T* p, T* near) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = p[0];
    const T v4 = v0 * v0;
    const T v5 = v1 * v1;
    const T v6 = v4 + v5;
    const T v7 = v2 * v2;
    const T v8 = v6 + v7;
    const T v9 = v3 * v3;
    const T v10 = v9 - v8;
    near[0] = v10;
  }
  template <class T>
  HD static void simple(const T* d, const T* w, const T* p, T* acc) {
    acc[0] += constant<T>(0.0);
    acc[1] += constant<T>(0.0);
    acc[2] += constant<T>(0.0);
  }
};

struct Pair_ad7510b11a5a1771 {
  static constexpr int DIM = 3, WEIGHTS = 3, PARAMETERS = 12, RESULTS = 9;
  static constexpr bool BRANCHES = true;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = w[0];
    const T v4 = w[1];
    const T v5 = w[2];
    const T v6 = p[0];
    const T v7 = p[1];
    const T v8 = p[2];
    const T v9 = p[3];
    const T v10 = p[4];
    const T v11 = p[5];
    const T v12 = p[6];
    const T v13 = p[7];
    const T v14 = p[8];
    const T v15 = p[9];
    const T v16 = p[10];
    const T v17 = p[11];
    const T v18 = v0 * v0;
    const T v19 = v1 * v1;
    const T v20 = v18 + v19;
    const T v21 = v2 * v2;
    const T v22 = v20 + v21;
    const T v23 = v6 * v6;
    const T v24 = constant<T>(1.0) / v23;
    const T v25 = constant<T>(2.0) * v24;
    const T v26 = v22 * v25;
    const T v27 = v26 - constant<T>(1.0);
    const T v28 = v17 * v27;
    const T v29 = v16 + v28;
    const T v30 = v28 + v29;
    const T v31 = v27 * v29;
    const T v32 = v15 + v31;
    const T v33 = v28 + v30;
    const T v34 = v27 * v30;
    const T v35 = v32 + v34;
    const T v36 = v27 * v32;
    const T v37 = v14 + v36;
    const T v38 = v27 * v33;
    const T v39 = v35 + v38;
    const T v40 = v27 * v35;
    const T v41 = v37 + v40;
    const T v42 = v27 * v37;
    const T v43 = v13 + v42;
    const T v44 = v27 * v39;
    const T v45 = v41 + v44;
    const T v46 = v27 * v41;
    const T v47 = v43 + v46;
    const T v48 = v27 * v43;
    const T v49 = v12 + v48;
    const T v50 = v27 * v45;
    const T v51 = v47 + v50;
    const T v52 = v27 * v47;
    const T v53 = v49 + v52;
    const T v54 = v27 * v49;
    const T v55 = v11 + v54;
    const T v56 = v27 * v51;
    const T v57 = v53 + v56;
    const T v58 = v27 * v53;
    const T v59 = v55 + v58;
    const T v60 = v27 * v55;
    const T v61 = v10 + v60;
    const T v62 = v27 * v57;
    const T v63 = v59 + v62;
    const T v64 = v27 * v59;
    const T v65 = v61 + v64;
    const T v66 = v27 * v61;
    const T v67 = v9 + v66;
    const T v68 = v27 * v63;
    const T v69 = v65 + v68;
    const T v70 = v27 * v65;
    const T v71 = v67 + v70;
    const T v72 = v27 * v67;
    const T v73 = v8 + v72;
    const T v74 = v27 * v69;
    const T v75 = v71 + v74;
    const T v76 = v27 * v71;
    const T v77 = v73 + v76;
    const T v78 = v27 * v73;
    const T v79 = v7 + v78;
    const T v80 = constant<T>(1.0) / v6;
    const T v81 = v79 * v80;
    const T v82 = constant<T>(4.0) * v80;
    const T v83 = v24 * v82;
    const T v84 = v77 * v83;
    const T v85 = constant<T>(8.0) * v83;
    const T v86 = v24 * v85;
    const T v87 = v75 * v86;
    const mask_t<T> v88 = v22 < v23;
    const T v89 = v0 * v3;
    const T v90 = -(v89);
    const T v91 = v1 * v4;
    const T v92 = v90 - v91;
    const T v93 = v2 * v5;
    const T v94 = v92 - v93;
    const T v95 = rsqrt_apart_(v22);
    const T v96 = v95 * v95;
    const T v97 = v95 * v96;
    const T v98 = -(v97);
    const T v99 = constant<T>(3.0) * v95;
    const T v100 = v95 * v99;
    const T v101 = v97 * v100;
    const T v102 = v95 - v81;
    const T v103 = select_(v88, v102, constant<T>(0.0));
    const T v104 = v98 - v84;
    const T v105 = select_(v88, v104, constant<T>(0.0));
    const T v106 = v101 - v87;
    const T v107 = select_(v88, v106, constant<T>(0.0));
    const T v108 = v94 * v105;
    const T v109 = v0 * v108;
    const T v110 = v3 * v103;
    const T v111 = v1 * v108;
    const T v112 = v4 * v103;
    const T v113 = v2 * v108;
    const T v114 = v5 * v103;
    const T v115 = v94 * v107;
    const T v116 = v0 * v115;
    const T v117 = v3 * v105;
    const T v118 = v116 - v117;
    const T v119 = v0 * v118;
    const T v120 = v0 * v117;
    const T v121 = v1 * v115;
    const T v122 = v4 * v105;
    const T v123 = v121 - v122;
    const T v124 = v0 * v123;
    const T v125 = v1 * v117;
    const T v126 = v2 * v115;
    const T v127 = v5 * v105;
    const T v128 = v126 - v127;
    const T v129 = v0 * v128;
    const T v130 = v2 * v117;
    const T v131 = v1 * v123;
    const T v132 = v1 * v122;
    const T v133 = v1 * v128;
    const T v134 = v2 * v122;
    const T v135 = v2 * v128;
    const T v136 = v2 * v127;
    acc[0] += v109;
    acc[0] -= v110;
    acc[1] += v111;
    acc[1] -= v112;
    acc[2] += v113;
    acc[2] -= v114;
    acc[3] += v108;
    acc[3] += v119;
    acc[3] -= v120;
    acc[4] += v124;
    acc[4] -= v125;
    acc[5] += v129;
    acc[5] -= v130;
    acc[6] += v108;
    acc[6] += v131;
    acc[6] -= v132;
    acc[7] += v133;
    acc[7] -= v134;
    acc[8] += v108;
    acc[8] += v135;
    acc[8] -= v136;
  }
  template <class T>
  HD static void nearness(const T* d, const T* w, const T* p, T* near) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = p[0];
    const T v4 = v0 * v0;
    const T v5 = v1 * v1;
    const T v6 = v4 + v5;
    const T v7 = v2 * v2;
    const T v8 = v6 + v7;
    const T v9 = v3 * v3;
    const T v10 = v9 - v8;
    near[0] = v10;
  }
  template <class T>
  HD static void simple(const T* d, const T* w, const T* p, T* acc) {
    acc[0] += constant<T>(0.0);
    acc[1] += constant<T>(0.0);
    acc[2] += constant<T>(0.0);
    acc[3] += constant<T>(0.0);
    acc[4] += constant<T>(0.0);
    acc[5] += constant<T>(0.0);
    acc[6] += constant<T>(0.0);
    acc[7] += constant<T>(0.0);
    acc[8] += constant<T>(0.0);
  }
};

struct Pair_29a92b4706249de6 {
  static constexpr int DIM = 3, WEIGHTS = 3, PARAMETERS = 17, RESULTS = 3;
  static constexpr bool BRANCHES = true;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = w[0];
    const T v4 = w[1];
    const T v5 = w[2];
    const T v6 = p[0];
    const T v7 = p[1];
    const T v8 = p[2];
    const T v9 = p[3];
    const T v10 = p[4];
    const T v11 = p[5];
    const T v12 = p[6];
    const T v13 = p[7];
    const T v14 = p[8];
    const T v15 = p[9];
    const T v16 = p[10];
    const T v17 = p[11];
    const T v18 = p[12];
    const T v19 = p[13];
    const T v20 = p[14];
    const T v21 = p[15];
    const T v22 = p[16];
    const T v23 = v0 * v0;
    const T v24 = v1 * v1;
    const T v25 = v23 + v24;
    const T v26 = v2 * v2;
    const T v27 = v25 + v26;
    const T v28 = v6 * v6;
    const T v29 = constant<T>(1.0) / v28;
    const T v30 = constant<T>(2.0) * v29;
    const T v31 = v27 * v30;
    const T v32 = v31 - constant<T>(1.0);
    const T v33 = v22 * v32;
    const T v34 = v21 + v33;
    const T v35 = v33 + v34;
    const T v36 = v32 * v34;
    const T v37 = v20 + v36;
    const T v38 = v32 * v35;
    const T v39 = v37 + v38;
    const T v40 = v32 * v37;
    const T v41 = v19 + v40;
    const T v42 = v32 * v39;
    const T v43 = v41 + v42;
    const T v44 = v32 * v41;
    const T v45 = v18 + v44;
    const T v46 = v32 * v43;
    const T v47 = v45 + v46;
    const T v48 = v32 * v45;
    const T v49 = v17 + v48;
    const T v50 = v32 * v47;
    const T v51 = v49 + v50;
    const T v52 = v32 * v49;
    const T v53 = v16 + v52;
    const T v54 = v32 * v51;
    const T v55 = v53 + v54;
    const T v56 = v32 * v53;
    const T v57 = v15 + v56;
    const T v58 = v32 * v55;
    const T v59 = v57 + v58;
    const T v60 = v32 * v57;
    const T v61 = v14 + v60;
    const T v62 = v32 * v59;
    const T v63 = v61 + v62;
    const T v64 = v32 * v61;
    const T v65 = v13 + v64;
    const T v66 = v32 * v63;
    const T v67 = v65 + v66;
    const T v68 = v32 * v65;
    const T v69 = v12 + v68;
    const T v70 = v32 * v67;
    const T v71 = v69 + v70;
    const T v72 = v32 * v69;
    const T v73 = v11 + v72;
    const T v74 = v32 * v71;
    const T v75 = v73 + v74;
    const T v76 = v32 * v73;
    const T v77 = v10 + v76;
    const T v78 = v32 * v75;
    const T v79 = v77 + v78;
    const T v80 = v32 * v77;
    const T v81 = v9 + v80;
    const T v82 = v32 * v79;
    const T v83 = v81 + v82;
    const T v84 = v32 * v81;
    const T v85 = v8 + v84;
    const T v86 = v32 * v83;
    const T v87 = v85 + v86;
    const T v88 = v32 * v85;
    const T v89 = v7 + v88;
    const T v90 = constant<T>(1.0) / v6;
    const T v91 = v89 * v90;
    const T v92 = constant<T>(4.0) * v90;
    const T v93 = v29 * v92;
    const T v94 = v87 * v93;
    const mask_t<T> v95 = v27 < v28;
    const T v96 = v0 * v3;
    const T v97 = -(v96);
    const T v98 = v1 * v4;
    const T v99 = v97 - v98;
    const T v100 = v2 * v5;
    const T v101 = v99 - v100;
    const T v102 = rsqrt_apart_(v27);
    const T v103 = v102 * v102;
    const T v104 = v102 * v103;
    const T v105 = -(v104);
    const T v106 = v102 - v91;
    const T v107 = select_(v95, v106, constant<T>(0.0));
    const T v108 = v105 - v94;
    const T v109 = select_(v95, v108, constant<T>(0.0));
    const T v110 = v101 * v109;
    const T v111 = v0 * v110;
    const T v112 = v3 * v107;
    const T v113 = v1 * v110;
    const T v114 = v4 * v107;
    const T v115 = v2 * v110;
    const T v116 = v5 * v107;
    acc[0] += v111;
    acc[0] -= v112;
    acc[1] += v113;
    acc[1] -= v114;
    acc[2] += v115;
    acc[2] -= v116;
  }
  template <class T>
  HD static void nearness(const T* d, const T* w, const T* p, T* near) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = p[0];
    const T v4 = v0 * v0;
    const T v5 = v1 * v1;
    const T v6 = v4 + v5;
    const T v7 = v2 * v2;
    const T v8 = v6 + v7;
    const T v9 = v3 * v3;
    const T v10 = v9 - v8;
    near[0] = v10;
  }
  template <class T>
  HD static void simple(const T* d, const T* w, const T* p, T* acc) {
    acc[0] += constant<T>(0.0);
    acc[1] += constant<T>(0.0);
    acc[2] += constant<T>(0.0);
  }
};

struct Pair_cb7435776c8d6216 {
  static constexpr int DIM = 3, WEIGHTS = 3, PARAMETERS = 17, RESULTS = 9;
  static constexpr bool BRANCHES = true;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = w[0];
    const T v4 = w[1];
    const T v5 = w[2];
    const T v6 = p[0];
    const T v7 = p[1];
    const T v8 = p[2];
    const T v9 = p[3];
    const T v10 = p[4];
    const T v11 = p[5];
    const T v12 = p[6];
    const T v13 = p[7];
    const T v14 = p[8];
    const T v15 = p[9];
    const T v16 = p[10];
    const T v17 = p[11];
    const T v18 = p[12];
    const T v19 = p[13];
    const T v20 = p[14];
    const T v21 = p[15];
    const T v22 = p[16];
    const T v23 = v0 * v0;
    const T v24 = v1 * v1;
    const T v25 = v23 + v24;
    const T v26 = v2 * v2;
    const T v27 = v25 + v26;
    const T v28 = v6 * v6;
    const T v29 = constant<T>(1.0) / v28;
    const T v30 = constant<T>(2.0) * v29;
    const T v31 = v27 * v30;
    const T v32 = v31 - constant<T>(1.0);
    const T v33 = v22 * v32;
    const T v34 = v21 + v33;
    const T v35 = v33 + v34;
    const T v36 = v32 * v34;
    const T v37 = v20 + v36;
    const T v38 = v33 + v35;
    const T v39 = v32 * v35;
    const T v40 = v37 + v39;
    const T v41 = v32 * v37;
    const T v42 = v19 + v41;
    const T v43 = v32 * v38;
    const T v44 = v40 + v43;
    const T v45 = v32 * v40;
    const T v46 = v42 + v45;
    const T v47 = v32 * v42;
    const T v48 = v18 + v47;
    const T v49 = v32 * v44;
    const T v50 = v46 + v49;
    const T v51 = v32 * v46;
    const T v52 = v48 + v51;
    const T v53 = v32 * v48;
    const T v54 = v17 + v53;
    const T v55 = v32 * v50;
    const T v56 = v52 + v55;
    const T v57 = v32 * v52;
    const T v58 = v54 + v57;
    const T v59 = v32 * v54;
    const T v60 = v16 + v59;
    const T v61 = v32 * v56;
    const T v62 = v58 + v61;
    const T v63 = v32 * v58;
    const T v64 = v60 + v63;
    const T v65 = v32 * v60;
    const T v66 = v15 + v65;
    const T v67 = v32 * v62;
    const T v68 = v64 + v67;
    const T v69 = v32 * v64;
    const T v70 = v66 + v69;
    const T v71 = v32 * v66;
    const T v72 = v14 + v71;
    const T v73 = v32 * v68;
    const T v74 = v70 + v73;
    const T v75 = v32 * v70;
    const T v76 = v72 + v75;
    const T v77 = v32 * v72;
    const T v78 = v13 + v77;
    const T v79 = v32 * v74;
    const T v80 = v76 + v79;
    const T v81 = v32 * v76;
    const T v82 = v78 + v81;
    const T v83 = v32 * v78;
    const T v84 = v12 + v83;
    const T v85 = v32 * v80;
    const T v86 = v82 + v85;
    const T v87 = v32 * v82;
    const T v88 = v84 + v87;
    const T v89 = v32 * v84;
    const T v90 = v11 + v89;
    const T v91 = v32 * v86;
    const T v92 = v88 + v91;
    const T v93 = v32 * v88;
    const T v94 = v90 + v93;
    const T v95 = v32 * v90;
    const T v96 = v10 + v95;
    const T v97 = v32 * v92;
    const T v98 = v94 + v97;
    const T v99 = v32 * v94;
    const T v100 = v96 + v99;
    const T v101 = v32 * v96;
    const T v102 = v9 + v101;
    const T v103 = v32 * v98;
    const T v104 = v100 + v103;
    const T v105 = v32 * v100;
    const T v106 = v102 + v105;
    const T v107 = v32 * v102;
    const T v108 = v8 + v107;
    const T v109 = v32 * v104;
    const T v110 = v106 + v109;
    const T v111 = v32 * v106;
    const T v112 = v108 + v111;
    const T v113 = v32 * v108;
    const T v114 = v7 + v113;
    const T v115 = constant<T>(1.0) / v6;
    const T v116 = v114 * v115;
    const T v117 = constant<T>(4.0) * v115;
    const T v118 = v29 * v117;
    const T v119 = v112 * v118;
    const T v120 = constant<T>(8.0) * v118;
    const T v121 = v29 * v120;
    const T v122 = v110 * v121;
    const mask_t<T> v123 = v27 < v28;
    const T v124 = v0 * v3;
    const T v125 = -(v124);
    const T v126 = v1 * v4;
    const T v127 = v125 - v126;
    const T v128 = v2 * v5;
    const T v129 = v127 - v128;
    const T v130 = rsqrt_apart_(v27);
    const T v131 = v130 * v130;
    const T v132 = v130 * v131;
    const T v133 = -(v132);
    const T v134 = constant<T>(3.0) * v130;
    const T v135 = v130 * v134;
    const T v136 = v132 * v135;
    const T v137 = v130 - v116;
    const T v138 = select_(v123, v137, constant<T>(0.0));
    const T v139 = v133 - v119;
    const T v140 = select_(v123, v139, constant<T>(0.0));
    const T v141 = v136 - v122;
    const T v142 = select_(v123, v141, constant<T>(0.0));
    const T v143 = v129 * v140;
    const T v144 = v0 * v143;
    const T v145 = v3 * v138;
    const T v146 = v1 * v143;
    const T v147 = v4 * v138;
    const T v148 = v2 * v143;
    const T v149 = v5 * v138;
    const T v150 = v129 * v142;
    const T v151 = v0 * v150;
    const T v152 = v3 * v140;
    const T v153 = v151 - v152;
    const T v154 = v0 * v153;
    const T v155 = v0 * v152;
    const T v156 = v1 * v150;
    const T v157 = v4 * v140;
    const T v158 = v156 - v157;
    const T v159 = v0 * v158;
    const T v160 = v1 * v152;
    const T v161 = v2 * v150;
    const T v162 = v5 * v140;
    const T v163 = v161 - v162;
    const T v164 = v0 * v163;
    const T v165 = v2 * v152;
    const T v166 = v1 * v158;
    const T v167 = v1 * v157;
    const T v168 = v1 * v163;
    const T v169 = v2 * v157;
    const T v170 = v2 * v163;
    const T v171 = v2 * v162;
    acc[0] += v144;
    acc[0] -= v145;
    acc[1] += v146;
    acc[1] -= v147;
    acc[2] += v148;
    acc[2] -= v149;
    acc[3] += v143;
    acc[3] += v154;
    acc[3] -= v155;
    acc[4] += v159;
    acc[4] -= v160;
    acc[5] += v164;
    acc[5] -= v165;
    acc[6] += v143;
    acc[6] += v166;
    acc[6] -= v167;
    acc[7] += v168;
    acc[7] -= v169;
    acc[8] += v143;
    acc[8] += v170;
    acc[8] -= v171;
  }
  template <class T>
  HD static void nearness(const T* d, const T* w, const T* p, T* near) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = p[0];
    const T v4 = v0 * v0;
    const T v5 = v1 * v1;
    const T v6 = v4 + v5;
    const T v7 = v2 * v2;
    const T v8 = v6 + v7;
    const T v9 = v3 * v3;
    const T v10 = v9 - v8;
    near[0] = v10;
  }
  template <class T>
  HD static void simple(const T* d, const T* w, const T* p, T* acc) {
    acc[0] += constant<T>(0.0);
    acc[1] += constant<T>(0.0);
    acc[2] += constant<T>(0.0);
    acc[3] += constant<T>(0.0);
    acc[4] += constant<T>(0.0);
    acc[5] += constant<T>(0.0);
    acc[6] += constant<T>(0.0);
    acc[7] += constant<T>(0.0);
    acc[8] += constant<T>(0.0);
  }
};

struct Pair_a50d4f131205cd62 {
  static constexpr int DIM = 3, WEIGHTS = 3, PARAMETERS = 27, RESULTS = 3;
  static constexpr bool BRANCHES = true;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = w[0];
    const T v4 = w[1];
    const T v5 = w[2];
    const T v6 = p[0];
    const T v7 = p[1];
    const T v8 = p[2];
    const T v9 = p[3];
    const T v10 = p[4];
    const T v11 = p[5];
    const T v12 = p[6];
    const T v13 = p[7];
    const T v14 = p[8];
    const T v15 = p[9];
    const T v16 = p[10];
    const T v17 = p[11];
    const T v18 = p[12];
    const T v19 = p[13];
    const T v20 = p[14];
    const T v21 = p[15];
    const T v22 = p[16];
    const T v23 = p[17];
    const T v24 = p[18];
    const T v25 = p[19];
    const T v26 = p[20];
    const T v27 = p[21];
    const T v28 = p[22];
    const T v29 = p[23];
    const T v30 = p[24];
    const T v31 = p[25];
    const T v32 = p[26];
    const T v33 = v0 * v0;
    const T v34 = v1 * v1;
    const T v35 = v33 + v34;
    const T v36 = v2 * v2;
    const T v37 = v35 + v36;
    const T v38 = v6 * v6;
    const T v39 = constant<T>(1.0) / v38;
    const T v40 = constant<T>(2.0) * v39;
    const T v41 = v37 * v40;
    const T v42 = v41 - constant<T>(1.0);
    const T v43 = v32 * v42;
    const T v44 = v31 + v43;
    const T v45 = v43 + v44;
    const T v46 = v42 * v44;
    const T v47 = v30 + v46;
    const T v48 = v42 * v45;
    const T v49 = v47 + v48;
    const T v50 = v42 * v47;
    const T v51 = v29 + v50;
    const T v52 = v42 * v49;
    const T v53 = v51 + v52;
    const T v54 = v42 * v51;
    const T v55 = v28 + v54;
    const T v56 = v42 * v53;
    const T v57 = v55 + v56;
    const T v58 = v42 * v55;
    const T v59 = v27 + v58;
    const T v60 = v42 * v57;
    const T v61 = v59 + v60;
    const T v62 = v42 * v59;
    const T v63 = v26 + v62;
    const T v64 = v42 * v61;
    const T v65 = v63 + v64;
    const T v66 = v42 * v63;
    const T v67 = v25 + v66;
    const T v68 = v42 * v65;
    const T v69 = v67 + v68;
    const T v70 = v42 * v67;
    const T v71 = v24 + v70;
    const T v72 = v42 * v69;
    const T v73 = v71 + v72;
    const T v74 = v42 * v71;
    const T v75 = v23 + v74;
    const T v76 = v42 * v73;
    const T v77 = v75 + v76;
    const T v78 = v42 * v75;
    const T v79 = v22 + v78;
    const T v80 = v42 * v77;
    const T v81 = v79 + v80;
    const T v82 = v42 * v79;
    const T v83 = v21 + v82;
    const T v84 = v42 * v81;
    const T v85 = v83 + v84;
    const T v86 = v42 * v83;
    const T v87 = v20 + v86;
    const T v88 = v42 * v85;
    const T v89 = v87 + v88;
    const T v90 = v42 * v87;
    const T v91 = v19 + v90;
    const T v92 = v42 * v89;
    const T v93 = v91 + v92;
    const T v94 = v42 * v91;
    const T v95 = v18 + v94;
    const T v96 = v42 * v93;
    const T v97 = v95 + v96;
    const T v98 = v42 * v95;
    const T v99 = v17 + v98;
    const T v100 = v42 * v97;
    const T v101 = v99 + v100;
    const T v102 = v42 * v99;
    const T v103 = v16 + v102;
    const T v104 = v42 * v101;
    const T v105 = v103 + v104;
    const T v106 = v42 * v103;
    const T v107 = v15 + v106;
    const T v108 = v42 * v105;
    const T v109 = v107 + v108;
    const T v110 = v42 * v107;
    const T v111 = v14 + v110;
    const T v112 = v42 * v109;
    const T v113 = v111 + v112;
    const T v114 = v42 * v111;
    const T v115 = v13 + v114;
    const T v116 = v42 * v113;
    const T v117 = v115 + v116;
    const T v118 = v42 * v115;
    const T v119 = v12 + v118;
    const T v120 = v42 * v117;
    const T v121 = v119 + v120;
    const T v122 = v42 * v119;
    const T v123 = v11 + v122;
    const T v124 = v42 * v121;
    const T v125 = v123 + v124;
    const T v126 = v42 * v123;
    const T v127 = v10 + v126;
    const T v128 = v42 * v125;
    const T v129 = v127 + v128;
    const T v130 = v42 * v127;
    const T v131 = v9 + v130;
    const T v132 = v42 * v129;
    const T v133 = v131 + v132;
    const T v134 = v42 * v131;
    const T v135 = v8 + v134;
    const T v136 = v42 * v133;
    const T v137 = v135 + v136;
    const T v138 = v42 * v135;
    const T v139 = v7 + v138;
    const T v140 = constant<T>(1.0) / v6;
    const T v141 = v139 * v140;
    const T v142 = constant<T>(4.0) * v140;
    const T v143 = v39 * v142;
    const T v144 = v137 * v143;
    const mask_t<T> v145 = v37 < v38;
    const T v146 = v0 * v3;
    const T v147 = -(v146);
    const T v148 = v1 * v4;
    const T v149 = v147 - v148;
    const T v150 = v2 * v5;
    const T v151 = v149 - v150;
    const T v152 = rsqrt_apart_(v37);
    const T v153 = v152 * v152;
    const T v154 = v152 * v153;
    const T v155 = -(v154);
    const T v156 = v152 - v141;
    const T v157 = select_(v145, v156, constant<T>(0.0));
    const T v158 = v155 - v144;
    const T v159 = select_(v145, v158, constant<T>(0.0));
    const T v160 = v151 * v159;
    const T v161 = v0 * v160;
    const T v162 = v3 * v157;
    const T v163 = v1 * v160;
    const T v164 = v4 * v157;
    const T v165 = v2 * v160;
    const T v166 = v5 * v157;
    acc[0] += v161;
    acc[0] -= v162;
    acc[1] += v163;
    acc[1] -= v164;
    acc[2] += v165;
    acc[2] -= v166;
  }
  template <class T>
  HD static void nearness(const T* d, const T* w, const T* p, T* near) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = p[0];
    const T v4 = v0 * v0;
    const T v5 = v1 * v1;
    const T v6 = v4 + v5;
    const T v7 = v2 * v2;
    const T v8 = v6 + v7;
    const T v9 = v3 * v3;
    const T v10 = v9 - v8;
    near[0] = v10;
  }
  template <class T>
  HD static void simple(const T* d, const T* w, const T* p, T* acc) {
    acc[0] += constant<T>(0.0);
    acc[1] += constant<T>(0.0);
    acc[2] += constant<T>(0.0);
  }
};

struct Pair_7477d23b45a724b4 {
  static constexpr int DIM = 3, WEIGHTS = 3, PARAMETERS = 27, RESULTS = 9;
  static constexpr bool BRANCHES = true;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = w[0];
    const T v4 = w[1];
    const T v5 = w[2];
    const T v6 = p[0];
    const T v7 = p[1];
    const T v8 = p[2];
    const T v9 = p[3];
    const T v10 = p[4];
    const T v11 = p[5];
    const T v12 = p[6];
    const T v13 = p[7];
    const T v14 = p[8];
    const T v15 = p[9];
    const T v16 = p[10];
    const T v17 = p[11];
    const T v18 = p[12];
    const T v19 = p[13];
    const T v20 = p[14];
    const T v21 = p[15];
    const T v22 = p[16];
    const T v23 = p[17];
    const T v24 = p[18];
    const T v25 = p[19];
    const T v26 = p[20];
    const T v27 = p[21];
    const T v28 = p[22];
    const T v29 = p[23];
    const T v30 = p[24];
    const T v31 = p[25];
    const T v32 = p[26];
    const T v33 = v0 * v0;
    const T v34 = v1 * v1;
    const T v35 = v33 + v34;
    const T v36 = v2 * v2;
    const T v37 = v35 + v36;
    const T v38 = v6 * v6;
    const T v39 = constant<T>(1.0) / v38;
    const T v40 = constant<T>(2.0) * v39;
    const T v41 = v37 * v40;
    const T v42 = v41 - constant<T>(1.0);
    const T v43 = v32 * v42;
    const T v44 = v31 + v43;
    const T v45 = v43 + v44;
    const T v46 = v42 * v44;
    const T v47 = v30 + v46;
    const T v48 = v43 + v45;
    const T v49 = v42 * v45;
    const T v50 = v47 + v49;
    const T v51 = v42 * v47;
    const T v52 = v29 + v51;
    const T v53 = v42 * v48;
    const T v54 = v50 + v53;
    const T v55 = v42 * v50;
    const T v56 = v52 + v55;
    const T v57 = v42 * v52;
    const T v58 = v28 + v57;
    const T v59 = v42 * v54;
    const T v60 = v56 + v59;
    const T v61 = v42 * v56;
    const T v62 = v58 + v61;
    const T v63 = v42 * v58;
    const T v64 = v27 + v63;
    const T v65 = v42 * v60;
    const T v66 = v62 + v65;
    const T v67 = v42 * v62;
    const T v68 = v64 + v67;
    const T v69 = v42 * v64;
    const T v70 = v26 + v69;
    const T v71 = v42 * v66;
    const T v72 = v68 + v71;
    const T v73 = v42 * v68;
    const T v74 = v70 + v73;
    const T v75 = v42 * v70;
    const T v76 = v25 + v75;
    const T v77 = v42 * v72;
    const T v78 = v74 + v77;
    const T v79 = v42 * v74;
    const T v80 = v76 + v79;
    const T v81 = v42 * v76;
    const T v82 = v24 + v81;
    const T v83 = v42 * v78;
    const T v84 = v80 + v83;
    const T v85 = v42 * v80;
    const T v86 = v82 + v85;
    const T v87 = v42 * v82;
    const T v88 = v23 + v87;
    const T v89 = v42 * v84;
    const T v90 = v86 + v89;
    const T v91 = v42 * v86;
    const T v92 = v88 + v91;
    const T v93 = v42 * v88;
    const T v94 = v22 + v93;
    const T v95 = v42 * v90;
    const T v96 = v92 + v95;
    const T v97 = v42 * v92;
    const T v98 = v94 + v97;
    const T v99 = v42 * v94;
    const T v100 = v21 + v99;
    const T v101 = v42 * v96;
    const T v102 = v98 + v101;
    const T v103 = v42 * v98;
    const T v104 = v100 + v103;
    const T v105 = v42 * v100;
    const T v106 = v20 + v105;
    const T v107 = v42 * v102;
    const T v108 = v104 + v107;
    const T v109 = v42 * v104;
    const T v110 = v106 + v109;
    const T v111 = v42 * v106;
    const T v112 = v19 + v111;
    const T v113 = v42 * v108;
    const T v114 = v110 + v113;
    const T v115 = v42 * v110;
    const T v116 = v112 + v115;
    const T v117 = v42 * v112;
    const T v118 = v18 + v117;
    const T v119 = v42 * v114;
    const T v120 = v116 + v119;
    const T v121 = v42 * v116;
    const T v122 = v118 + v121;
    const T v123 = v42 * v118;
    const T v124 = v17 + v123;
    const T v125 = v42 * v120;
    const T v126 = v122 + v125;
    const T v127 = v42 * v122;
    const T v128 = v124 + v127;
    const T v129 = v42 * v124;
    const T v130 = v16 + v129;
    const T v131 = v42 * v126;
    const T v132 = v128 + v131;
    const T v133 = v42 * v128;
    const T v134 = v130 + v133;
    const T v135 = v42 * v130;
    const T v136 = v15 + v135;
    const T v137 = v42 * v132;
    const T v138 = v134 + v137;
    const T v139 = v42 * v134;
    const T v140 = v136 + v139;
    const T v141 = v42 * v136;
    const T v142 = v14 + v141;
    const T v143 = v42 * v138;
    const T v144 = v140 + v143;
    const T v145 = v42 * v140;
    const T v146 = v142 + v145;
    const T v147 = v42 * v142;
    const T v148 = v13 + v147;
    const T v149 = v42 * v144;
    const T v150 = v146 + v149;
    const T v151 = v42 * v146;
    const T v152 = v148 + v151;
    const T v153 = v42 * v148;
    const T v154 = v12 + v153;
    const T v155 = v42 * v150;
    const T v156 = v152 + v155;
    const T v157 = v42 * v152;
    const T v158 = v154 + v157;
    const T v159 = v42 * v154;
    const T v160 = v11 + v159;
    const T v161 = v42 * v156;
    const T v162 = v158 + v161;
    const T v163 = v42 * v158;
    const T v164 = v160 + v163;
    const T v165 = v42 * v160;
    const T v166 = v10 + v165;
    const T v167 = v42 * v162;
    const T v168 = v164 + v167;
    const T v169 = v42 * v164;
    const T v170 = v166 + v169;
    const T v171 = v42 * v166;
    const T v172 = v9 + v171;
    const T v173 = v42 * v168;
    const T v174 = v170 + v173;
    const T v175 = v42 * v170;
    const T v176 = v172 + v175;
    const T v177 = v42 * v172;
    const T v178 = v8 + v177;
    const T v179 = v42 * v174;
    const T v180 = v176 + v179;
    const T v181 = v42 * v176;
    const T v182 = v178 + v181;
    const T v183 = v42 * v178;
    const T v184 = v7 + v183;
    const T v185 = constant<T>(1.0) / v6;
    const T v186 = v184 * v185;
    const T v187 = constant<T>(4.0) * v185;
    const T v188 = v39 * v187;
    const T v189 = v182 * v188;
    const T v190 = constant<T>(8.0) * v188;
    const T v191 = v39 * v190;
    const T v192 = v180 * v191;
    const mask_t<T> v193 = v37 < v38;
    const T v194 = v0 * v3;
    const T v195 = -(v194);
    const T v196 = v1 * v4;
    const T v197 = v195 - v196;
    const T v198 = v2 * v5;
    const T v199 = v197 - v198;
    const T v200 = rsqrt_apart_(v37);
    const T v201 = v200 * v200;
    const T v202 = v200 * v201;
    const T v203 = -(v202);
    const T v204 = constant<T>(3.0) * v200;
    const T v205 = v200 * v204;
    const T v206 = v202 * v205;
    const T v207 = v200 - v186;
    const T v208 = select_(v193, v207, constant<T>(0.0));
    const T v209 = v203 - v189;
    const T v210 = select_(v193, v209, constant<T>(0.0));
    const T v211 = v206 - v192;
    const T v212 = select_(v193, v211, constant<T>(0.0));
    const T v213 = v199 * v210;
    const T v214 = v0 * v213;
    const T v215 = v3 * v208;
    const T v216 = v1 * v213;
    const T v217 = v4 * v208;
    const T v218 = v2 * v213;
    const T v219 = v5 * v208;
    const T v220 = v199 * v212;
    const T v221 = v0 * v220;
    const T v222 = v3 * v210;
    const T v223 = v221 - v222;
    const T v224 = v0 * v223;
    const T v225 = v0 * v222;
    const T v226 = v1 * v220;
    const T v227 = v4 * v210;
    const T v228 = v226 - v227;
    const T v229 = v0 * v228;
    const T v230 = v1 * v222;
    const T v231 = v2 * v220;
    const T v232 = v5 * v210;
    const T v233 = v231 - v232;
    const T v234 = v0 * v233;
    const T v235 = v2 * v222;
    const T v236 = v1 * v228;
    const T v237 = v1 * v227;
    const T v238 = v1 * v233;
    const T v239 = v2 * v227;
    const T v240 = v2 * v233;
    const T v241 = v2 * v232;
    acc[0] += v214;
    acc[0] -= v215;
    acc[1] += v216;
    acc[1] -= v217;
    acc[2] += v218;
    acc[2] -= v219;
    acc[3] += v213;
    acc[3] += v224;
    acc[3] -= v225;
    acc[4] += v229;
    acc[4] -= v230;
    acc[5] += v234;
    acc[5] -= v235;
    acc[6] += v213;
    acc[6] += v236;
    acc[6] -= v237;
    acc[7] += v238;
    acc[7] -= v239;
    acc[8] += v213;
    acc[8] += v240;
    acc[8] -= v241;
  }
  template <class T>
  HD static void nearness(const T* d, const T* w, const T* p, T* near) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = p[0];
    const T v4 = v0 * v0;
    const T v5 = v1 * v1;
    const T v6 = v4 + v5;
    const T v7 = v2 * v2;
    const T v8 = v6 + v7;
    const T v9 = v3 * v3;
    const T v10 = v9 - v8;
    near[0] = v10;
  }
  template <class T>
  HD static void simple(const T* d, const T* w, const T* p, T* acc) {
    acc[0] += constant<T>(0.0);
    acc[1] += constant<T>(0.0);
    acc[2] += constant<T>(0.0);
    acc[3] += constant<T>(0.0);
    acc[4] += constant<T>(0.0);
    acc[5] += constant<T>(0.0);
    acc[6] += constant<T>(0.0);
    acc[7] += constant<T>(0.0);
    acc[8] += constant<T>(0.0);
  }
};

struct Pair_b66e7a84a0e9bbd8 {
  static constexpr int DIM = 3, WEIGHTS = 3, PARAMETERS = 12, RESULTS = 3;
  static constexpr bool BRANCHES = true;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = w[0];
    const T v4 = w[1];
    const T v5 = w[2];
    const T v6 = p[0];
    const T v7 = p[1];
    const T v8 = p[2];
    const T v9 = p[3];
    const T v10 = p[4];
    const T v11 = p[5];
    const T v12 = p[6];
    const T v13 = p[7];
    const T v14 = p[8];
    const T v15 = p[9];
    const T v16 = p[10];
    const T v17 = p[11];
    const T v18 = v0 * v0;
    const T v19 = v1 * v1;
    const T v20 = v18 + v19;
    const T v21 = v2 * v2;
    const T v22 = v20 + v21;
    const T v23 = v6 * v6;
    const T v24 = constant<T>(1.0) / v23;
    const T v25 = constant<T>(2.0) * v24;
    const T v26 = v22 * v25;
    const T v27 = v26 - constant<T>(1.0);
    const T v28 = v17 * v27;
    const T v29 = v16 + v28;
    const T v30 = v28 + v29;
    const T v31 = v27 * v29;
    const T v32 = v15 + v31;
    const T v33 = v27 * v30;
    const T v34 = v32 + v33;
    const T v35 = v27 * v32;
    const T v36 = v14 + v35;
    const T v37 = v27 * v34;
    const T v38 = v36 + v37;
    const T v39 = v27 * v36;
    const T v40 = v13 + v39;
    const T v41 = v27 * v38;
    const T v42 = v40 + v41;
    const T v43 = v27 * v40;
    const T v44 = v12 + v43;
    const T v45 = v27 * v42;
    const T v46 = v44 + v45;
    const T v47 = v27 * v44;
    const T v48 = v11 + v47;
    const T v49 = v27 * v46;
    const T v50 = v48 + v49;
    const T v51 = v27 * v48;
    const T v52 = v10 + v51;
    const T v53 = v27 * v50;
    const T v54 = v52 + v53;
    const T v55 = v27 * v52;
    const T v56 = v9 + v55;
    const T v57 = v27 * v54;
    const T v58 = v56 + v57;
    const T v59 = v27 * v56;
    const T v60 = v8 + v59;
    const T v61 = v27 * v58;
    const T v62 = v60 + v61;
    const T v63 = v27 * v60;
    const T v64 = v7 + v63;
    const T v65 = constant<T>(1.0) / v6;
    const T v66 = v64 * v65;
    const T v67 = constant<T>(4.0) * v65;
    const T v68 = v24 * v67;
    const T v69 = v62 * v68;
    const mask_t<T> v70 = v22 < v23;
    const T v71 = rsqrt_apart_(v22);
    const T v72 = v71 * v71;
    const T v73 = v71 * v72;
    const T v74 = -(v73);
    const T v75 = v71 - v66;
    const T v76 = select_(v70, v75, constant<T>(0.0));
    const T v77 = v74 - v69;
    const T v78 = select_(v70, v77, constant<T>(0.0));
    const T v79 = constant<T>(3.0) * v76;
    const T v80 = v22 * v78;
    const T v81 = v79 + v80;
    const T v82 = v3 * v81;
    const T v83 = v4 * v81;
    const T v84 = v5 * v81;
    acc[0] += v82;
    acc[1] += v83;
    acc[2] += v84;
  }
  template <class T>
  HD static void nearness(const T* d, const T* w, const T* p, T* near) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = p[0];
    const T v4 = v0 * v0;
    const T v5 = v1 * v1;
    const T v6 = v4 + v5;
    const T v7 = v2 * v2;
    const T v8 = v6 + v7;
    const T v9 = v3 * v3;
    const T v10 = v9 - v8;
    near[0] = v10;
  }
  template <class T>
  HD static void simple(const T* d, const T* w, const T* p, T* acc) {
    acc[0] += constant<T>(0.0);
    acc[1] += constant<T>(0.0);
    acc[2] += constant<T>(0.0);
  }
};

struct Pair_45bb72f32bfe3014 {
  static constexpr int DIM = 3, WEIGHTS = 3, PARAMETERS = 12, RESULTS = 12;
  static constexpr bool BRANCHES = true;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = w[0];
    const T v4 = w[1];
    const T v5 = w[2];
    const T v6 = p[0];
    const T v7 = p[1];
    const T v8 = p[2];
    const T v9 = p[3];
    const T v10 = p[4];
    const T v11 = p[5];
    const T v12 = p[6];
    const T v13 = p[7];
    const T v14 = p[8];
    const T v15 = p[9];
    const T v16 = p[10];
    const T v17 = p[11];
    const T v18 = v0 * v0;
    const T v19 = v1 * v1;
    const T v20 = v18 + v19;
    const T v21 = v2 * v2;
    const T v22 = v20 + v21;
    const T v23 = v6 * v6;
    const T v24 = constant<T>(1.0) / v23;
    const T v25 = constant<T>(2.0) * v24;
    const T v26 = v22 * v25;
    const T v27 = v26 - constant<T>(1.0);
    const T v28 = v17 * v27;
    const T v29 = v16 + v28;
    const T v30 = v28 + v29;
    const T v31 = v27 * v29;
    const T v32 = v15 + v31;
    const T v33 = v28 + v30;
    const T v34 = v27 * v30;
    const T v35 = v32 + v34;
    const T v36 = v27 * v32;
    const T v37 = v14 + v36;
    const T v38 = v27 * v33;
    const T v39 = v35 + v38;
    const T v40 = v27 * v35;
    const T v41 = v37 + v40;
    const T v42 = v27 * v37;
    const T v43 = v13 + v42;
    const T v44 = v27 * v39;
    const T v45 = v41 + v44;
    const T v46 = v27 * v41;
    const T v47 = v43 + v46;
    const T v48 = v27 * v43;
    const T v49 = v12 + v48;
    const T v50 = v27 * v45;
    const T v51 = v47 + v50;
    const T v52 = v27 * v47;
    const T v53 = v49 + v52;
    const T v54 = v27 * v49;
    const T v55 = v11 + v54;
    const T v56 = v27 * v51;
    const T v57 = v53 + v56;
    const T v58 = v27 * v53;
    const T v59 = v55 + v58;
    const T v60 = v27 * v55;
    const T v61 = v10 + v60;
    const T v62 = v27 * v57;
    const T v63 = v59 + v62;
    const T v64 = v27 * v59;
    const T v65 = v61 + v64;
    const T v66 = v27 * v61;
    const T v67 = v9 + v66;
    const T v68 = v27 * v63;
    const T v69 = v65 + v68;
    const T v70 = v27 * v65;
    const T v71 = v67 + v70;
    const T v72 = v27 * v67;
    const T v73 = v8 + v72;
    const T v74 = v27 * v69;
    const T v75 = v71 + v74;
    const T v76 = v27 * v71;
    const T v77 = v73 + v76;
    const T v78 = v27 * v73;
    const T v79 = v7 + v78;
    const T v80 = constant<T>(1.0) / v6;
    const T v81 = v79 * v80;
    const T v82 = constant<T>(4.0) * v80;
    const T v83 = v24 * v82;
    const T v84 = v77 * v83;
    const T v85 = constant<T>(8.0) * v83;
    const T v86 = v24 * v85;
    const T v87 = v75 * v86;
    const mask_t<T> v88 = v22 < v23;
    const T v89 = rsqrt_apart_(v22);
    const T v90 = v89 * v89;
    const T v91 = v89 * v90;
    const T v92 = -(v91);
    const T v93 = constant<T>(3.0) * v89;
    const T v94 = v89 * v93;
    const T v95 = v91 * v94;
    const T v96 = v89 - v81;
    const T v97 = select_(v88, v96, constant<T>(0.0));
    const T v98 = v92 - v84;
    const T v99 = select_(v88, v98, constant<T>(0.0));
    const T v100 = v95 - v87;
    const T v101 = select_(v88, v100, constant<T>(0.0));
    const T v102 = constant<T>(3.0) * v97;
    const T v103 = v22 * v99;
    const T v104 = v102 + v103;
    const T v105 = constant<T>(5.0) * v99;
    const T v106 = v22 * v101;
    const T v107 = v105 + v106;
    const T v108 = v3 * v104;
    const T v109 = v3 * v107;
    const T v110 = v0 * v109;
    const T v111 = v1 * v109;
    const T v112 = v2 * v109;
    const T v113 = v4 * v104;
    const T v114 = v4 * v107;
    const T v115 = v0 * v114;
    const T v116 = v1 * v114;
    const T v117 = v2 * v114;
    const T v118 = v5 * v104;
    const T v119 = v5 * v107;
    const T v120 = v0 * v119;
    const T v121 = v1 * v119;
    const T v122 = v2 * v119;
    acc[0] += v108;
    acc[1] += v113;
    acc[2] += v118;
    acc[3] += v110;
    acc[4] += v115;
    acc[5] += v120;
    acc[6] += v111;
    acc[7] += v116;
    acc[8] += v121;
    acc[9] += v112;
    acc[10] += v117;
    acc[11] += v122;
  }
  template <class T>
  HD static void nearness(const T* d, const T* w, const T* p, T* near) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = p[0];
    const T v4 = v0 * v0;
    const T v5 = v1 * v1;
    const T v6 = v4 + v5;
    const T v7 = v2 * v2;
    const T v8 = v6 + v7;
    const T v9 = v3 * v3;
    const T v10 = v9 - v8;
    near[0] = v10;
  }
  template <class T>
  HD static void simple(const T* d, const T* w, const T* p, T* acc) {
    acc[0] += constant<T>(0.0);
    acc[1] += constant<T>(0.0);
    acc[2] += constant<T>(0.0);
    acc[3] += constant<T>(0.0);
    acc[4] += constant<T>(0.0);
    acc[5] += constant<T>(0.0);
    acc[6] += constant<T>(0.0);
    acc[7] += constant<T>(0.0);
    acc[8] += constant<T>(0.0);
    acc[9] += constant<T>(0.0);
    acc[10] += constant<T>(0.0);
    acc[11] += constant<T>(0.0);
  }
};

struct Pair_ba09a7f8ead3f528 {
  static constexpr int DIM = 3, WEIGHTS = 3, PARAMETERS = 17, RESULTS = 3;
  static constexpr bool BRANCHES = true;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = w[0];
    const T v4 = w[1];
    const T v5 = w[2];
    const T v6 = p[0];
    const T v7 = p[1];
    const T v8 = p[2];
    const T v9 = p[3];
    const T v10 = p[4];
    const T v11 = p[5];
    const T v12 = p[6];
    const T v13 = p[7];
    const T v14 = p[8];
    const T v15 = p[9];
    const T v16 = p[10];
    const T v17 = p[11];
    const T v18 = p[12];
    const T v19 = p[13];
    const T v20 = p[14];
    const T v21 = p[15];
    const T v22 = p[16];
    const T v23 = v0 * v0;
    const T v24 = v1 * v1;
    const T v25 = v23 + v24;
    const T v26 = v2 * v2;
    const T v27 = v25 + v26;
    const T v28 = v6 * v6;
    const T v29 = constant<T>(1.0) / v28;
    const T v30 = constant<T>(2.0) * v29;
    const T v31 = v27 * v30;
    const T v32 = v31 - constant<T>(1.0);
    const T v33 = v22 * v32;
    const T v34 = v21 + v33;
    const T v35 = v33 + v34;
    const T v36 = v32 * v34;
    const T v37 = v20 + v36;
    const T v38 = v32 * v35;
    const T v39 = v37 + v38;
    const T v40 = v32 * v37;
    const T v41 = v19 + v40;
    const T v42 = v32 * v39;
    const T v43 = v41 + v42;
    const T v44 = v32 * v41;
    const T v45 = v18 + v44;
    const T v46 = v32 * v43;
    const T v47 = v45 + v46;
    const T v48 = v32 * v45;
    const T v49 = v17 + v48;
    const T v50 = v32 * v47;
    const T v51 = v49 + v50;
    const T v52 = v32 * v49;
    const T v53 = v16 + v52;
    const T v54 = v32 * v51;
    const T v55 = v53 + v54;
    const T v56 = v32 * v53;
    const T v57 = v15 + v56;
    const T v58 = v32 * v55;
    const T v59 = v57 + v58;
    const T v60 = v32 * v57;
    const T v61 = v14 + v60;
    const T v62 = v32 * v59;
    const T v63 = v61 + v62;
    const T v64 = v32 * v61;
    const T v65 = v13 + v64;
    const T v66 = v32 * v63;
    const T v67 = v65 + v66;
    const T v68 = v32 * v65;
    const T v69 = v12 + v68;
    const T v70 = v32 * v67;
    const T v71 = v69 + v70;
    const T v72 = v32 * v69;
    const T v73 = v11 + v72;
    const T v74 = v32 * v71;
    const T v75 = v73 + v74;
    const T v76 = v32 * v73;
    const T v77 = v10 + v76;
    const T v78 = v32 * v75;
    const T v79 = v77 + v78;
    const T v80 = v32 * v77;
    const T v81 = v9 + v80;
    const T v82 = v32 * v79;
    const T v83 = v81 + v82;
    const T v84 = v32 * v81;
    const T v85 = v8 + v84;
    const T v86 = v32 * v83;
    const T v87 = v85 + v86;
    const T v88 = v32 * v85;
    const T v89 = v7 + v88;
    const T v90 = constant<T>(1.0) / v6;
    const T v91 = v89 * v90;
    const T v92 = constant<T>(4.0) * v90;
    const T v93 = v29 * v92;
    const T v94 = v87 * v93;
    const mask_t<T> v95 = v27 < v28;
    const T v96 = rsqrt_apart_(v27);
    const T v97 = v96 * v96;
    const T v98 = v96 * v97;
    const T v99 = -(v98);
    const T v100 = v96 - v91;
    const T v101 = select_(v95, v100, constant<T>(0.0));
    const T v102 = v99 - v94;
    const T v103 = select_(v95, v102, constant<T>(0.0));
    const T v104 = constant<T>(3.0) * v101;
    const T v105 = v27 * v103;
    const T v106 = v104 + v105;
    const T v107 = v3 * v106;
    const T v108 = v4 * v106;
    const T v109 = v5 * v106;
    acc[0] += v107;
    acc[1] += v108;
    acc[2] += v109;
  }
  template <class T>
  HD static void nearness(const T* d, const T* w, const T* p, T* near) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = p[0];
    const T v4 = v0 * v0;
    const T v5 = v1 * v1;
    const T v6 = v4 + v5;
    const T v7 = v2 * v2;
    const T v8 = v6 + v7;
    const T v9 = v3 * v3;
    const T v10 = v9 - v8;
    near[0] = v10;
  }
  template <class T>
  HD static void simple(const T* d, const T* w, const T* p, T* acc) {
    acc[0] += constant<T>(0.0);
    acc[1] += constant<T>(0.0);
    acc[2] += constant<T>(0.0);
  }
};

struct Pair_822941210b2baef0 {
  static constexpr int DIM = 3, WEIGHTS = 3, PARAMETERS = 17, RESULTS = 12;
  static constexpr bool BRANCHES = true;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = w[0];
    const T v4 = w[1];
    const T v5 = w[2];
    const T v6 = p[0];
    const T v7 = p[1];
    const T v8 = p[2];
    const T v9 = p[3];
    const T v10 = p[4];
    const T v11 = p[5];
    const T v12 = p[6];
    const T v13 = p[7];
    const T v14 = p[8];
    const T v15 = p[9];
    const T v16 = p[10];
    const T v17 = p[11];
    const T v18 = p[12];
    const T v19 = p[13];
    const T v20 = p[14];
    const T v21 = p[15];
    const T v22 = p[16];
    const T v23 = v0 * v0;
    const T v24 = v1 * v1;
    const T v25 = v23 + v24;
    const T v26 = v2 * v2;
    const T v27 = v25 + v26;
    const T v28 = v6 * v6;
    const T v29 = constant<T>(1.0) / v28;
    const T v30 = constant<T>(2.0) * v29;
    const T v31 = v27 * v30;
    const T v32 = v31 - constant<T>(1.0);
    const T v33 = v22 * v32;
    const T v34 = v21 + v33;
    const T v35 = v33 + v34;
    const T v36 = v32 * v34;
    const T v37 = v20 + v36;
    const T v38 = v33 + v35;
    const T v39 = v32 * v35;
    const T v40 = v37 + v39;
    const T v41 = v32 * v37;
    const T v42 = v19 + v41;
    const T v43 = v32 * v38;
    const T v44 = v40 + v43;
    const T v45 = v32 * v40;
    const T v46 = v42 + v45;
    const T v47 = v32 * v42;
    const T v48 = v18 + v47;
    const T v49 = v32 * v44;
    const T v50 = v46 + v49;
    const T v51 = v32 * v46;
    const T v52 = v48 + v51;
    const T v53 = v32 * v48;
    const T v54 = v17 + v53;
    const T v55 = v32 * v50;
    const T v56 = v52 + v55;
    const T v57 = v32 * v52;
    const T v58 = v54 + v57;
    const T v59 = v32 * v54;
    const T v60 = v16 + v59;
    const T v61 = v32 * v56;
    const T v62 = v58 + v61;
    const T v63 = v32 * v58;
    const T v64 = v60 + v63;
    const T v65 = v32 * v60;
    const T v66 = v15 + v65;
    const T v67 = v32 * v62;
    const T v68 = v64 + v67;
    const T v69 = v32 * v64;
    const T v70 = v66 + v69;
    const T v71 = v32 * v66;
    const T v72 = v14 + v71;
    const T v73 = v32 * v68;
    const T v74 = v70 + v73;
    const T v75 = v32 * v70;
    const T v76 = v72 + v75;
    const T v77 = v32 * v72;
    const T v78 = v13 + v77;
    const T v79 = v32 * v74;
    const T v80 = v76 + v79;
    const T v81 = v32 * v76;
    const T v82 = v78 + v81;
    const T v83 = v32 * v78;
    const T v84 = v12 + v83;
    const T v85 = v32 * v80;
    const T v86 = v82 + v85;
    const T v87 = v32 * v82;
    const T v88 = v84 + v87;
    const T v89 = v32 * v84;
    const T v90 = v11 + v89;
    const T v91 = v32 * v86;
    const T v92 = v88 + v91;
    const T v93 = v32 * v88;
    const T v94 = v90 + v93;
    const T v95 = v32 * v90;
    const T v96 = v10 + v95;
    const T v97 = v32 * v92;
    const T v98 = v94 + v97;
    const T v99 = v32 * v94;
    const T v100 = v96 + v99;
    const T v101 = v32 * v96;
    const T v102 = v9 + v101;
    const T v103 = v32 * v98;
    const T v104 = v100 + v103;
    const T v105 = v32 * v100;
    const T v106 = v102 + v105;
    const T v107 = v32 * v102;
    const T v108 = v8 + v107;
    const T v109 = v32 * v104;
    const T v110 = v106 + v109;
    const T v111 = v32 * v106;
    const T v112 = v108 + v111;
    const T v113 = v32 * v108;
    const T v114 = v7 + v113;
    const T v115 = constant<T>(1.0) / v6;
    const T v116 = v114 * v115;
    const T v117 = constant<T>(4.0) * v115;
    const T v118 = v29 * v117;
    const T v119 = v112 * v118;
    const T v120 = constant<T>(8.0) * v118;
    const T v121 = v29 * v120;
    const T v122 = v110 * v121;
    const mask_t<T> v123 = v27 < v28;
    const T v124 = rsqrt_apart_(v27);
    const T v125 = v124 * v124;
    const T v126 = v124 * v125;
    const T v127 = -(v126);
    const T v128 = constant<T>(3.0) * v124;
    const T v129 = v124 * v128;
    const T v130 = v126 * v129;
    const T v131 = v124 - v116;
    const T v132 = select_(v123, v131, constant<T>(0.0));
    const T v133 = v127 - v119;
    const T v134 = select_(v123, v133, constant<T>(0.0));
    const T v135 = v130 - v122;
    const T v136 = select_(v123, v135, constant<T>(0.0));
    const T v137 = constant<T>(3.0) * v132;
    const T v138 = v27 * v134;
    const T v139 = v137 + v138;
    const T v140 = constant<T>(5.0) * v134;
    const T v141 = v27 * v136;
    const T v142 = v140 + v141;
    const T v143 = v3 * v139;
    const T v144 = v3 * v142;
    const T v145 = v0 * v144;
    const T v146 = v1 * v144;
    const T v147 = v2 * v144;
    const T v148 = v4 * v139;
    const T v149 = v4 * v142;
    const T v150 = v0 * v149;
    const T v151 = v1 * v149;
    const T v152 = v2 * v149;
    const T v153 = v5 * v139;
    const T v154 = v5 * v142;
    const T v155 = v0 * v154;
    const T v156 = v1 * v154;
    const T v157 = v2 * v154;
    acc[0] += v143;
    acc[1] += v148;
    acc[2] += v153;
    acc[3] += v145;
    acc[4] += v150;
    acc[5] += v155;
    acc[6] += v146;
    acc[7] += v151;
    acc[8] += v156;
    acc[9] += v147;
    acc[10] += v152;
    acc[11] += v157;
  }
  template <class T>
  HD static void nearness(const T* d, const T* w, const T* p, T* near) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = p[0];
    const T v4 = v0 * v0;
    const T v5 = v1 * v1;
    const T v6 = v4 + v5;
    const T v7 = v2 * v2;
    const T v8 = v6 + v7;
    const T v9 = v3 * v3;
    const T v10 = v9 - v8;
    near[0] = v10;
  }
  template <class T>
  HD static void simple(const T* d, const T* w, const T* p, T* acc) {
    acc[0] += constant<T>(0.0);
    acc[1] += constant<T>(0.0);
    acc[2] += constant<T>(0.0);
    acc[3] += constant<T>(0.0);
    acc[4] += constant<T>(0.0);
    acc[5] += constant<T>(0.0);
    acc[6] += constant<T>(0.0);
    acc[7] += constant<T>(0.0);
    acc[8] += constant<T>(0.0);
    acc[9] += constant<T>(0.0);
    acc[10] += constant<T>(0.0);
    acc[11] += constant<T>(0.0);
  }
};

struct Pair_ccf00e69256c360b {
  static constexpr int DIM = 3, WEIGHTS = 3, PARAMETERS = 27, RESULTS = 3;
  static constexpr bool BRANCHES = true;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = w[0];
    const T v4 = w[1];
    const T v5 = w[2];
    const T v6 = p[0];
    const T v7 = p[1];
    const T v8 = p[2];
    const T v9 = p[3];
    const T v10 = p[4];
    const T v11 = p[5];
    const T v12 = p[6];
    const T v13 = p[7];
    const T v14 = p[8];
    const T v15 = p[9];
    const T v16 = p[10];
    const T v17 = p[11];
    const T v18 = p[12];
    const T v19 = p[13];
    const T v20 = p[14];
    const T v21 = p[15];
    const T v22 = p[16];
    const T v23 = p[17];
    const T v24 = p[18];
    const T v25 = p[19];
    const T v26 = p[20];
    const T v27 = p[21];
    const T v28 = p[22];
    const T v29 = p[23];
    const T v30 = p[24];
    const T v31 = p[25];
    const T v32 = p[26];
    const T v33 = v0 * v0;
    const T v34 = v1 * v1;
    const T v35 = v33 + v34;
    const T v36 = v2 * v2;
    const T v37 = v35 + v36;
    const T v38 = v6 * v6;
    const T v39 = constant<T>(1.0) / v38;
    const T v40 = constant<T>(2.0) * v39;
    const T v41 = v37 * v40;
    const T v42 = v41 - constant<T>(1.0);
    const T v43 = v32 * v42;
    const T v44 = v31 + v43;
    const T v45 = v43 + v44;
    const T v46 = v42 * v44;
    const T v47 = v30 + v46;
    const T v48 = v42 * v45;
    const T v49 = v47 + v48;
    const T v50 = v42 * v47;
    const T v51 = v29 + v50;
    const T v52 = v42 * v49;
    const T v53 = v51 + v52;
    const T v54 = v42 * v51;
    const T v55 = v28 + v54;
    const T v56 = v42 * v53;
    const T v57 = v55 + v56;
    const T v58 = v42 * v55;
    const T v59 = v27 + v58;
    const T v60 = v42 * v57;
    const T v61 = v59 + v60;
    const T v62 = v42 * v59;
    const T v63 = v26 + v62;
    const T v64 = v42 * v61;
    const T v65 = v63 + v64;
    const T v66 = v42 * v63;
    const T v67 = v25 + v66;
    const T v68 = v42 * v65;
    const T v69 = v67 + v68;
    const T v70 = v42 * v67;
    const T v71 = v24 + v70;
    const T v72 = v42 * v69;
    const T v73 = v71 + v72;
    const T v74 = v42 * v71;
    const T v75 = v23 + v74;
    const T v76 = v42 * v73;
    const T v77 = v75 + v76;
    const T v78 = v42 * v75;
    const T v79 = v22 + v78;
    const T v80 = v42 * v77;
    const T v81 = v79 + v80;
    const T v82 = v42 * v79;
    const T v83 = v21 + v82;
    const T v84 = v42 * v81;
    const T v85 = v83 + v84;
    const T v86 = v42 * v83;
    const T v87 = v20 + v86;
    const T v88 = v42 * v85;
    const T v89 = v87 + v88;
    const T v90 = v42 * v87;
    const T v91 = v19 + v90;
    const T v92 = v42 * v89;
    const T v93 = v91 + v92;
    const T v94 = v42 * v91;
    const T v95 = v18 + v94;
    const T v96 = v42 * v93;
    const T v97 = v95 + v96;
    const T v98 = v42 * v95;
    const T v99 = v17 + v98;
    const T v100 = v42 * v97;
    const T v101 = v99 + v100;
    const T v102 = v42 * v99;
    const T v103 = v16 + v102;
    const T v104 = v42 * v101;
    const T v105 = v103 + v104;
    const T v106 = v42 * v103;
    const T v107 = v15 + v106;
    const T v108 = v42 * v105;
    const T v109 = v107 + v108;
    const T v110 = v42 * v107;
    const T v111 = v14 + v110;
    const T v112 = v42 * v109;
    const T v113 = v111 + v112;
    const T v114 = v42 * v111;
    const T v115 = v13 + v114;
    const T v116 = v42 * v113;
    const T v117 = v115 + v116;
    const T v118 = v42 * v115;
    const T v119 = v12 + v118;
    const T v120 = v42 * v117;
    const T v121 = v119 + v120;
    const T v122 = v42 * v119;
    const T v123 = v11 + v122;
    const T v124 = v42 * v121;
    const T v125 = v123 + v124;
    const T v126 = v42 * v123;
    const T v127 = v10 + v126;
    const T v128 = v42 * v125;
    const T v129 = v127 + v128;
    const T v130 = v42 * v127;
    const T v131 = v9 + v130;
    const T v132 = v42 * v129;
    const T v133 = v131 + v132;
    const T v134 = v42 * v131;
    const T v135 = v8 + v134;
    const T v136 = v42 * v133;
    const T v137 = v135 + v136;
    const T v138 = v42 * v135;
    const T v139 = v7 + v138;
    const T v140 = constant<T>(1.0) / v6;
    const T v141 = v139 * v140;
    const T v142 = constant<T>(4.0) * v140;
    const T v143 = v39 * v142;
    const T v144 = v137 * v143;
    const mask_t<T> v145 = v37 < v38;
    const T v146 = rsqrt_apart_(v37);
    const T v147 = v146 * v146;
    const T v148 = v146 * v147;
    const T v149 = -(v148);
    const T v150 = v146 - v141;
    const T v151 = select_(v145, v150, constant<T>(0.0));
    const T v152 = v149 - v144;
    const T v153 = select_(v145, v152, constant<T>(0.0));
    const T v154 = constant<T>(3.0) * v151;
    const T v155 = v37 * v153;
    const T v156 = v154 + v155;
    const T v157 = v3 * v156;
    const T v158 = v4 * v156;
    const T v159 = v5 * v156;
    acc[0] += v157;
    acc[1] += v158;
    acc[2] += v159;
  }
  template <class T>
  HD static void nearness(const T* d, const T* w, const T* p, T* near) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = p[0];
    const T v4 = v0 * v0;
    const T v5 = v1 * v1;
    const T v6 = v4 + v5;
    const T v7 = v2 * v2;
    const T v8 = v6 + v7;
    const T v9 = v3 * v3;
    const T v10 = v9 - v8;
    near[0] = v10;
  }
  template <class T>
  HD static void simple(const T* d, const T* w, const T* p, T* acc) {
    acc[0] += constant<T>(0.0);
    acc[1] += constant<T>(0.0);
    acc[2] += constant<T>(0.0);
  }
};

struct Pair_36602d5f7b5dcae0 {
  static constexpr int DIM = 3, WEIGHTS = 3, PARAMETERS = 27, RESULTS = 12;
  static constexpr bool BRANCHES = true;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = w[0];
    const T v4 = w[1];
    const T v5 = w[2];
    const T v6 = p[0];
    const T v7 = p[1];
    const T v8 = p[2];
    const T v9 = p[3];
    const T v10 = p[4];
    const T v11 = p[5];
    const T v12 = p[6];
    const T v13 = p[7];
    const T v14 = p[8];
    const T v15 = p[9];
    const T v16 = p[10];
    const T v17 = p[11];
    const T v18 = p[12];
    const T v19 = p[13];
    const T v20 = p[14];
    const T v21 = p[15];
    const T v22 = p[16];
    const T v23 = p[17];
    const T v24 = p[18];
    const T v25 = p[19];
    const T v26 = p[20];
    const T v27 = p[21];
    const T v28 = p[22];
    const T v29 = p[23];
    const T v30 = p[24];
    const T v31 = p[25];
    const T v32 = p[26];
    const T v33 = v0 * v0;
    const T v34 = v1 * v1;
    const T v35 = v33 + v34;
    const T v36 = v2 * v2;
    const T v37 = v35 + v36;
    const T v38 = v6 * v6;
    const T v39 = constant<T>(1.0) / v38;
    const T v40 = constant<T>(2.0) * v39;
    const T v41 = v37 * v40;
    const T v42 = v41 - constant<T>(1.0);
    const T v43 = v32 * v42;
    const T v44 = v31 + v43;
    const T v45 = v43 + v44;
    const T v46 = v42 * v44;
    const T v47 = v30 + v46;
    const T v48 = v43 + v45;
    const T v49 = v42 * v45;
    const T v50 = v47 + v49;
    const T v51 = v42 * v47;
    const T v52 = v29 + v51;
    const T v53 = v42 * v48;
    const T v54 = v50 + v53;
    const T v55 = v42 * v50;
    const T v56 = v52 + v55;
    const T v57 = v42 * v52;
    const T v58 = v28 + v57;
    const T v59 = v42 * v54;
    const T v60 = v56 + v59;
    const T v61 = v42 * v56;
    const T v62 = v58 + v61;
    const T v63 = v42 * v58;
    const T v64 = v27 + v63;
    const T v65 = v42 * v60;
    const T v66 = v62 + v65;
    const T v67 = v42 * v62;
    const T v68 = v64 + v67;
    const T v69 = v42 * v64;
    const T v70 = v26 + v69;
    const T v71 = v42 * v66;
    const T v72 = v68 + v71;
    const T v73 = v42 * v68;
    const T v74 = v70 + v73;
    const T v75 = v42 * v70;
    const T v76 = v25 + v75;
    const T v77 = v42 * v72;
    const T v78 = v74 + v77;
    const T v79 = v42 * v74;
    const T v80 = v76 + v79;
    const T v81 = v42 * v76;
    const T v82 = v24 + v81;
    const T v83 = v42 * v78;
    const T v84 = v80 + v83;
    const T v85 = v42 * v80;
    const T v86 = v82 + v85;
    const T v87 = v42 * v82;
    const T v88 = v23 + v87;
    const T v89 = v42 * v84;
    const T v90 = v86 + v89;
    const T v91 = v42 * v86;
    const T v92 = v88 + v91;
    const T v93 = v42 * v88;
    const T v94 = v22 + v93;
    const T v95 = v42 * v90;
    const T v96 = v92 + v95;
    const T v97 = v42 * v92;
    const T v98 = v94 + v97;
    const T v99 = v42 * v94;
    const T v100 = v21 + v99;
    const T v101 = v42 * v96;
    const T v102 = v98 + v101;
    const T v103 = v42 * v98;
    const T v104 = v100 + v103;
    const T v105 = v42 * v100;
    const T v106 = v20 + v105;
    const T v107 = v42 * v102;
    const T v108 = v104 + v107;
    const T v109 = v42 * v104;
    const T v110 = v106 + v109;
    const T v111 = v42 * v106;
    const T v112 = v19 + v111;
    const T v113 = v42 * v108;
    const T v114 = v110 + v113;
    const T v115 = v42 * v110;
    const T v116 = v112 + v115;
    const T v117 = v42 * v112;
    const T v118 = v18 + v117;
    const T v119 = v42 * v114;
    const T v120 = v116 + v119;
    const T v121 = v42 * v116;
    const T v122 = v118 + v121;
    const T v123 = v42 * v118;
    const T v124 = v17 + v123;
    const T v125 = v42 * v120;
    const T v126 = v122 + v125;
    const T v127 = v42 * v122;
    const T v128 = v124 + v127;
    const T v129 = v42 * v124;
    const T v130 = v16 + v129;
    const T v131 = v42 * v126;
    const T v132 = v128 + v131;
    const T v133 = v42 * v128;
    const T v134 = v130 + v133;
    const T v135 = v42 * v130;
    const T v136 = v15 + v135;
    const T v137 = v42 * v132;
    const T v138 = v134 + v137;
    const T v139 = v42 * v134;
    const T v140 = v136 + v139;
    const T v141 = v42 * v136;
    const T v142 = v14 + v141;
    const T v143 = v42 * v138;
    const T v144 = v140 + v143;
    const T v145 = v42 * v140;
    const T v146 = v142 + v145;
    const T v147 = v42 * v142;
    const T v148 = v13 + v147;
    const T v149 = v42 * v144;
    const T v150 = v146 + v149;
    const T v151 = v42 * v146;
    const T v152 = v148 + v151;
    const T v153 = v42 * v148;
    const T v154 = v12 + v153;
    const T v155 = v42 * v150;
    const T v156 = v152 + v155;
    const T v157 = v42 * v152;
    const T v158 = v154 + v157;
    const T v159 = v42 * v154;
    const T v160 = v11 + v159;
    const T v161 = v42 * v156;
    const T v162 = v158 + v161;
    const T v163 = v42 * v158;
    const T v164 = v160 + v163;
    const T v165 = v42 * v160;
    const T v166 = v10 + v165;
    const T v167 = v42 * v162;
    const T v168 = v164 + v167;
    const T v169 = v42 * v164;
    const T v170 = v166 + v169;
    const T v171 = v42 * v166;
    const T v172 = v9 + v171;
    const T v173 = v42 * v168;
    const T v174 = v170 + v173;
    const T v175 = v42 * v170;
    const T v176 = v172 + v175;
    const T v177 = v42 * v172;
    const T v178 = v8 + v177;
    const T v179 = v42 * v174;
    const T v180 = v176 + v179;
    const T v181 = v42 * v176;
    const T v182 = v178 + v181;
    const T v183 = v42 * v178;
    const T v184 = v7 + v183;
    const T v185 = constant<T>(1.0) / v6;
    const T v186 = v184 * v185;
    const T v187 = constant<T>(4.0) * v185;
    const T v188 = v39 * v187;
    const T v189 = v182 * v188;
    const T v190 = constant<T>(8.0) * v188;
    const T v191 = v39 * v190;
    const T v192 = v180 * v191;
    const mask_t<T> v193 = v37 < v38;
    const T v194 = rsqrt_apart_(v37);
    const T v195 = v194 * v194;
    const T v196 = v194 * v195;
    const T v197 = -(v196);
    const T v198 = constant<T>(3.0) * v194;
    const T v199 = v194 * v198;
    const T v200 = v196 * v199;
    const T v201 = v194 - v186;
    const T v202 = select_(v193, v201, constant<T>(0.0));
    const T v203 = v197 - v189;
    const T v204 = select_(v193, v203, constant<T>(0.0));
    const T v205 = v200 - v192;
    const T v206 = select_(v193, v205, constant<T>(0.0));
    const T v207 = constant<T>(3.0) * v202;
    const T v208 = v37 * v204;
    const T v209 = v207 + v208;
    const T v210 = constant<T>(5.0) * v204;
    const T v211 = v37 * v206;
    const T v212 = v210 + v211;
    const T v213 = v3 * v209;
    const T v214 = v3 * v212;
    const T v215 = v0 * v214;
    const T v216 = v1 * v214;
    const T v217 = v2 * v214;
    const T v218 = v4 * v209;
    const T v219 = v4 * v212;
    const T v220 = v0 * v219;
    const T v221 = v1 * v219;
    const T v222 = v2 * v219;
    const T v223 = v5 * v209;
    const T v224 = v5 * v212;
    const T v225 = v0 * v224;
    const T v226 = v1 * v224;
    const T v227 = v2 * v224;
    acc[0] += v213;
    acc[1] += v218;
    acc[2] += v223;
    acc[3] += v215;
    acc[4] += v220;
    acc[5] += v225;
    acc[6] += v216;
    acc[7] += v221;
    acc[8] += v226;
    acc[9] += v217;
    acc[10] += v222;
    acc[11] += v227;
  }
  template <class T>
  HD static void nearness(const T* d, const T* w, const T* p, T* near) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = p[0];
    const T v4 = v0 * v0;
    const T v5 = v1 * v1;
    const T v6 = v4 + v5;
    const T v7 = v2 * v2;
    const T v8 = v6 + v7;
    const T v9 = v3 * v3;
    const T v10 = v9 - v8;
    near[0] = v10;
  }
  template <class T>
  HD static void simple(const T* d, const T* w, const T* p, T* acc) {
    acc[0] += constant<T>(0.0);
    acc[1] += constant<T>(0.0);
    acc[2] += constant<T>(0.0);
    acc[3] += constant<T>(0.0);
    acc[4] += constant<T>(0.0);
    acc[5] += constant<T>(0.0);
    acc[6] += constant<T>(0.0);
    acc[7] += constant<T>(0.0);
    acc[8] += constant<T>(0.0);
    acc[9] += constant<T>(0.0);
    acc[10] += constant<T>(0.0);
    acc[11] += constant<T>(0.0);
  }
};

struct Pair_6105dd23c1610360 {
  static constexpr int DIM = 6, WEIGHTS = 1, PARAMETERS = 0, RESULTS = 7;
  static constexpr bool BRANCHES = false;
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

struct Pair_930719c4356ecc28 {
  static constexpr int DIM = 6, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 7;
  static constexpr bool BRANCHES = false;
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

struct Pair_e32ab2f05fe50164 {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 1;
  static constexpr bool BRANCHES = true;
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
    const mask_t<T> v10 = constant<T>(0.0) < v9;
    const T v11 = v4 * constant<T>(2.8);
    const mask_t<T> v12 = constant<T>(0.0) < v11;
    const T v13 = rsqrt_apart_(v9);
    const T v14 = constant<T>(1.0) / v11;
    const T v15 = select_(v12, v14, constant<T>(6.703903964971299e+153));
    const T v16 = v9 * v13;
    const T v17 = v15 * v16;
    const mask_t<T> v18 = v17 < constant<T>(1.0);
    const T v19 = select_(v18, v17, constant<T>(1.0));
    const mask_t<T> v20 = v19 < constant<T>(0.5);
    const T v21 = constant<T>(2.0) * v15;
    const T v22 = select_(v10, v21, constant<T>(0.0));
    const T v23 = select_(v20, v22, v13);
    const T v24 = constant<T>(1.0) - v19;
    const T v25 = constant<T>(2.1333333333333333) * v19;
    const T v26 = constant<T>(1.0666666666666667) + v25;
    const T v27 = v24 * v24;
    const T v28 = v24 * v27;
    const T v29 = constant<T>(3.2) * v19;
    const T v30 = constant<T>(4.8) - v29;
    const T v31 = v19 * v30;
    const T v32 = v19 * v31;
    const T v33 = constant<T>(-2.6666666666666665) + v32;
    const T v34 = v19 * v33;
    const T v35 = v19 * v34;
    const T v36 = constant<T>(1.4) + v35;
    const T v37 = v27 * v28;
    const T v38 = v26 * v37;
    const T v39 = constant<T>(1.0) - v38;
    const T v40 = select_(v20, v36, v39);
    const T v41 = v23 * v40;
    const T v42 = v3 * v41;
    acc[0] += v42;
  }
  template <class T>
  HD static void nearness(const T* d, const T* w, const T* p, T* near) {
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
    near[0] = v11;
  }
  template <class T>
  HD static void simple(const T* d, const T* w, const T* p, T* acc) {
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

struct Pair_2840a75352101f49 {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 4;
  static constexpr bool BRANCHES = true;
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
    const mask_t<T> v10 = constant<T>(0.0) < v9;
    const T v11 = v4 * constant<T>(2.8);
    const mask_t<T> v12 = constant<T>(0.0) < v11;
    const T v13 = rsqrt_apart_(v9);
    const T v14 = constant<T>(1.0) / v11;
    const T v15 = select_(v12, v14, constant<T>(6.703903964971299e+153));
    const T v16 = v9 * v13;
    const T v17 = v15 * v16;
    const mask_t<T> v18 = v17 < constant<T>(1.0);
    const T v19 = select_(v18, v17, constant<T>(1.0));
    const mask_t<T> v20 = v19 < constant<T>(0.5);
    const T v21 = constant<T>(2.0) * v15;
    const T v22 = select_(v10, v21, constant<T>(0.0));
    const T v23 = select_(v20, v22, v13);
    const T v24 = constant<T>(1.0) - v19;
    const T v25 = constant<T>(2.1333333333333333) * v19;
    const T v26 = constant<T>(1.0666666666666667) + v25;
    const T v27 = v24 * v24;
    const T v28 = constant<T>(3.2) * v19;
    const T v29 = constant<T>(4.8) - v28;
    const T v30 = v19 * v29;
    const T v31 = v19 * v30;
    const T v32 = constant<T>(-2.6666666666666665) + v31;
    const T v33 = v19 * v32;
    const T v34 = v19 * v33;
    const T v35 = constant<T>(1.4) + v34;
    const T v36 = constant<T>(10.666666666666666) * v19;
    const T v37 = constant<T>(-4.266666666666667) - v36;
    const T v38 = v19 * v37;
    const T v39 = constant<T>(-1.0666666666666667) + v38;
    const T v40 = v23 * v23;
    const T v41 = v23 * v40;
    const T v42 = constant<T>(4.0) * v19;
    const T v43 = constant<T>(4.8) - v42;
    const T v44 = v19 * v43;
    const T v45 = v19 * v44;
    const T v46 = constant<T>(-1.3333333333333333) + v45;
    const T v47 = v27 * v27;
    const T v48 = v24 * v47;
    const T v49 = v26 * v48;
    const T v50 = constant<T>(1.0) - v49;
    const T v51 = select_(v20, v35, v50);
    const T v52 = v23 * v51;
    const T v53 = v39 * v47;
    const T v54 = constant<T>(-1.0) - v53;
    const T v55 = select_(v20, v46, v54);
    const T v56 = v41 * v55;
    const T v57 = v3 * v52;
    const T v58 = v3 * v56;
    const T v59 = v0 * v58;
    const T v60 = v1 * v58;
    const T v61 = v2 * v58;
    acc[0] += v57;
    acc[1] += v59;
    acc[2] += v60;
    acc[3] += v61;
  }
  template <class T>
  HD static void nearness(const T* d, const T* w, const T* p, T* near) {
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
    near[0] = v11;
  }
  template <class T>
  HD static void simple(const T* d, const T* w, const T* p, T* acc) {
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

struct Pair_6c92d29f4a34e0d7 {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 3;
  static constexpr bool BRANCHES = true;
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
    const mask_t<T> v10 = constant<T>(0.0) < v9;
    const T v11 = v4 * constant<T>(2.8);
    const mask_t<T> v12 = constant<T>(0.0) < v11;
    const T v13 = rsqrt_apart_(v9);
    const T v14 = constant<T>(1.0) / v11;
    const T v15 = select_(v12, v14, constant<T>(6.703903964971299e+153));
    const T v16 = v9 * v13;
    const T v17 = v15 * v16;
    const mask_t<T> v18 = v17 < constant<T>(1.0);
    const T v19 = select_(v18, v17, constant<T>(1.0));
    const mask_t<T> v20 = v19 < constant<T>(0.5);
    const T v21 = constant<T>(2.0) * v15;
    const T v22 = select_(v10, v21, constant<T>(0.0));
    const T v23 = select_(v20, v22, v13);
    const T v24 = constant<T>(1.0) - v19;
    const T v25 = v24 * v24;
    const T v26 = constant<T>(10.666666666666666) * v19;
    const T v27 = constant<T>(-4.266666666666667) - v26;
    const T v28 = v19 * v27;
    const T v29 = constant<T>(-1.0666666666666667) + v28;
    const T v30 = v23 * v23;
    const T v31 = v23 * v30;
    const T v32 = constant<T>(4.0) * v19;
    const T v33 = constant<T>(4.8) - v32;
    const T v34 = v19 * v33;
    const T v35 = v19 * v34;
    const T v36 = constant<T>(-1.3333333333333333) + v35;
    const T v37 = v25 * v25;
    const T v38 = v29 * v37;
    const T v39 = constant<T>(-1.0) - v38;
    const T v40 = select_(v20, v36, v39);
    const T v41 = v31 * v40;
    const T v42 = v3 * v41;
    const T v43 = v0 * v42;
    const T v44 = v1 * v42;
    const T v45 = v2 * v42;
    acc[0] += v43;
    acc[1] += v44;
    acc[2] += v45;
  }
  template <class T>
  HD static void nearness(const T* d, const T* w, const T* p, T* near) {
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
    near[0] = v11;
  }
  template <class T>
  HD static void simple(const T* d, const T* w, const T* p, T* acc) {
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

struct Pair_cfa6c3cbe8601021 {
  static constexpr int DIM = 3, WEIGHTS = 3, PARAMETERS = 1, RESULTS = 1;
  static constexpr bool BRANCHES = true;
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
    const mask_t<T> v12 = constant<T>(0.0) < v11;
    const T v13 = v6 * constant<T>(2.8);
    const mask_t<T> v14 = constant<T>(0.0) < v13;
    const T v15 = v0 * v3;
    const T v16 = -(v15);
    const T v17 = v1 * v4;
    const T v18 = v16 - v17;
    const T v19 = v2 * v5;
    const T v20 = v18 - v19;
    const T v21 = rsqrt_apart_(v11);
    const T v22 = constant<T>(1.0) / v13;
    const T v23 = select_(v14, v22, constant<T>(6.703903964971299e+153));
    const T v24 = v11 * v21;
    const T v25 = v23 * v24;
    const mask_t<T> v26 = v25 < constant<T>(1.0);
    const T v27 = select_(v26, v25, constant<T>(1.0));
    const mask_t<T> v28 = v27 < constant<T>(0.5);
    const T v29 = constant<T>(2.0) * v23;
    const T v30 = select_(v12, v29, constant<T>(0.0));
    const T v31 = select_(v28, v30, v21);
    const T v32 = constant<T>(1.0) - v27;
    const T v33 = v32 * v32;
    const T v34 = constant<T>(10.666666666666666) * v27;
    const T v35 = constant<T>(-4.266666666666667) - v34;
    const T v36 = v27 * v35;
    const T v37 = constant<T>(-1.0666666666666667) + v36;
    const T v38 = v31 * v31;
    const T v39 = v31 * v38;
    const T v40 = constant<T>(4.0) * v27;
    const T v41 = constant<T>(4.8) - v40;
    const T v42 = v27 * v41;
    const T v43 = v27 * v42;
    const T v44 = constant<T>(-1.3333333333333333) + v43;
    const T v45 = v33 * v33;
    const T v46 = v37 * v45;
    const T v47 = constant<T>(-1.0) - v46;
    const T v48 = select_(v28, v44, v47);
    const T v49 = v39 * v48;
    const T v50 = v20 * v49;
    acc[0] += v50;
  }
  template <class T>
  HD static void nearness(const T* d, const T* w, const T* p, T* near) {
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
    near[0] = v11;
  }
  template <class T>
  HD static void simple(const T* d, const T* w, const T* p, T* acc) {
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

struct Pair_988642cf9493bc35 {
  static constexpr int DIM = 3, WEIGHTS = 4, PARAMETERS = 1, RESULTS = 1;
  static constexpr bool BRANCHES = true;
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
    const mask_t<T> v13 = constant<T>(0.0) < v12;
    const T v14 = v7 * constant<T>(2.8);
    const mask_t<T> v15 = constant<T>(0.0) < v14;
    const T v16 = v0 * v4;
    const T v17 = -(v16);
    const T v18 = v1 * v5;
    const T v19 = v17 - v18;
    const T v20 = v2 * v6;
    const T v21 = v19 - v20;
    const T v22 = rsqrt_apart_(v12);
    const T v23 = constant<T>(1.0) / v14;
    const T v24 = select_(v15, v23, constant<T>(6.703903964971299e+153));
    const T v25 = v12 * v22;
    const T v26 = v24 * v25;
    const mask_t<T> v27 = v26 < constant<T>(1.0);
    const T v28 = select_(v27, v26, constant<T>(1.0));
    const mask_t<T> v29 = v28 < constant<T>(0.5);
    const T v30 = constant<T>(2.0) * v24;
    const T v31 = select_(v13, v30, constant<T>(0.0));
    const T v32 = select_(v29, v31, v22);
    const T v33 = constant<T>(1.0) - v28;
    const T v34 = constant<T>(2.1333333333333333) * v28;
    const T v35 = constant<T>(1.0666666666666667) + v34;
    const T v36 = v33 * v33;
    const T v37 = constant<T>(3.2) * v28;
    const T v38 = constant<T>(4.8) - v37;
    const T v39 = v28 * v38;
    const T v40 = v28 * v39;
    const T v41 = constant<T>(-2.6666666666666665) + v40;
    const T v42 = v28 * v41;
    const T v43 = v28 * v42;
    const T v44 = constant<T>(1.4) + v43;
    const T v45 = constant<T>(10.666666666666666) * v28;
    const T v46 = constant<T>(-4.266666666666667) - v45;
    const T v47 = v28 * v46;
    const T v48 = constant<T>(-1.0666666666666667) + v47;
    const T v49 = v32 * v32;
    const T v50 = v32 * v49;
    const T v51 = constant<T>(4.0) * v28;
    const T v52 = constant<T>(4.8) - v51;
    const T v53 = v28 * v52;
    const T v54 = v28 * v53;
    const T v55 = constant<T>(-1.3333333333333333) + v54;
    const T v56 = v36 * v36;
    const T v57 = v33 * v56;
    const T v58 = v35 * v57;
    const T v59 = constant<T>(1.0) - v58;
    const T v60 = select_(v29, v44, v59);
    const T v61 = v32 * v60;
    const T v62 = v48 * v56;
    const T v63 = constant<T>(-1.0) - v62;
    const T v64 = select_(v29, v55, v63);
    const T v65 = v50 * v64;
    const T v66 = v3 * v61;
    const T v67 = v21 * v65;
    acc[0] += v66;
    acc[0] += v67;
  }
  template <class T>
  HD static void nearness(const T* d, const T* w, const T* p, T* near) {
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
    near[0] = v11;
  }
  template <class T>
  HD static void simple(const T* d, const T* w, const T* p, T* acc) {
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
    acc[0] += v21;
    acc[0] -= v22;
  }
};

struct Pair_efa178256f7b3ae6 {
  static constexpr int DIM = 3, WEIGHTS = 4, PARAMETERS = 1, RESULTS = 4;
  static constexpr bool BRANCHES = true;
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
    const mask_t<T> v13 = constant<T>(0.0) < v12;
    const T v14 = v7 * constant<T>(2.8);
    const mask_t<T> v15 = constant<T>(0.0) < v14;
    const T v16 = v0 * v4;
    const T v17 = -(v16);
    const T v18 = v1 * v5;
    const T v19 = v17 - v18;
    const T v20 = v2 * v6;
    const T v21 = v19 - v20;
    const T v22 = rsqrt_apart_(v12);
    const T v23 = constant<T>(1.0) / v14;
    const T v24 = select_(v15, v23, constant<T>(6.703903964971299e+153));
    const T v25 = v12 * v22;
    const T v26 = v24 * v25;
    const mask_t<T> v27 = v26 < constant<T>(1.0);
    const T v28 = select_(v27, v26, constant<T>(1.0));
    const mask_t<T> v29 = v28 < constant<T>(0.5);
    const T v30 = constant<T>(2.0) * v24;
    const T v31 = select_(v13, v30, constant<T>(0.0));
    const T v32 = select_(v29, v31, v22);
    const T v33 = constant<T>(1.0) - v28;
    const T v34 = constant<T>(2.1333333333333333) * v28;
    const T v35 = constant<T>(1.0666666666666667) + v34;
    const T v36 = v33 * v33;
    const T v37 = v33 * v36;
    const T v38 = v33 * v37;
    const T v39 = v33 * v38;
    const T v40 = v35 * v39;
    const T v41 = constant<T>(1.0) - v40;
    const T v42 = constant<T>(3.2) * v28;
    const T v43 = constant<T>(4.8) - v42;
    const T v44 = v28 * v43;
    const T v45 = v28 * v44;
    const T v46 = constant<T>(-2.6666666666666665) + v45;
    const T v47 = v28 * v46;
    const T v48 = v28 * v47;
    const T v49 = constant<T>(1.4) + v48;
    const T v50 = select_(v29, v49, v41);
    const T v51 = v32 * v50;
    const T v52 = constant<T>(10.666666666666666) * v28;
    const T v53 = constant<T>(-4.266666666666667) - v52;
    const T v54 = v28 * v53;
    const T v55 = constant<T>(-1.0666666666666667) + v54;
    const T v56 = v38 * v55;
    const T v57 = constant<T>(-1.0) - v56;
    const T v58 = v32 * v32;
    const T v59 = v32 * v58;
    const T v60 = constant<T>(4.0) * v28;
    const T v61 = constant<T>(4.8) - v60;
    const T v62 = v28 * v61;
    const T v63 = v28 * v62;
    const T v64 = constant<T>(-1.3333333333333333) + v63;
    const T v65 = select_(v29, v64, v57);
    const T v66 = v59 * v65;
    const T v67 = constant<T>(32.0) * v28;
    const T v68 = constant<T>(19.2) + v67;
    const T v69 = v28 * v68;
    const T v70 = constant<T>(9.6) + v69;
    const T v71 = v28 * v70;
    const T v72 = constant<T>(3.2) + v71;
    const T v73 = v37 * v72;
    const T v74 = constant<T>(3.0) - v73;
    const T v75 = constant<T>(3.0) * v28;
    const T v76 = constant<T>(2.4) - v75;
    const T v77 = select_(v29, v76, v74);
    const T v78 = v3 * v51;
    const T v79 = v21 * v66;
    const T v80 = v3 * v66;
    const T v81 = v4 * v66;
    const T v82 = v5 * v66;
    const T v83 = v6 * v66;
    const T v84 = v58 * v59;
    const T v85 = v77 * v84;
    const T v86 = v21 * v85;
    const T v87 = v80 + v86;
    const T v88 = v0 * v87;
    const T v89 = v1 * v87;
    const T v90 = v2 * v87;
    acc[0] += v78;
    acc[0] += v79;
    acc[1] += v88;
    acc[1] -= v81;
    acc[2] += v89;
    acc[2] -= v82;
    acc[3] += v90;
    acc[3] -= v83;
  }
  template <class T>
  HD static void nearness(const T* d, const T* w, const T* p, T* near) {
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
    near[0] = v11;
  }
  template <class T>
  HD static void simple(const T* d, const T* w, const T* p, T* acc) {
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
    const T v23 = v3 * v20;
    const T v24 = v4 * v20;
    const T v25 = v5 * v20;
    const T v26 = v6 * v20;
    const T v27 = v19 * v20;
    const T v28 = constant<T>(3.0) * v27;
    const T v29 = v17 * v28;
    const T v30 = v29 - v23;
    const T v31 = v0 * v30;
    const T v32 = v1 * v30;
    const T v33 = v2 * v30;
    acc[0] += v21;
    acc[0] -= v22;
    acc[1] += v24;
    acc[1] += v31;
    acc[2] += v25;
    acc[2] += v32;
    acc[3] += v26;
    acc[3] += v33;
  }
};

struct Pair_71972c46da4be0ef {
  static constexpr int DIM = 3, WEIGHTS = 3, PARAMETERS = 1, RESULTS = 4;
  static constexpr bool BRANCHES = true;
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
    const mask_t<T> v12 = constant<T>(0.0) < v11;
    const T v13 = v6 * constant<T>(2.8);
    const mask_t<T> v14 = constant<T>(0.0) < v13;
    const T v15 = v0 * v3;
    const T v16 = -(v15);
    const T v17 = v1 * v4;
    const T v18 = v16 - v17;
    const T v19 = v2 * v5;
    const T v20 = v18 - v19;
    const T v21 = rsqrt_apart_(v11);
    const T v22 = constant<T>(1.0) / v13;
    const T v23 = select_(v14, v22, constant<T>(6.703903964971299e+153));
    const T v24 = v11 * v21;
    const T v25 = v23 * v24;
    const mask_t<T> v26 = v25 < constant<T>(1.0);
    const T v27 = select_(v26, v25, constant<T>(1.0));
    const mask_t<T> v28 = v27 < constant<T>(0.5);
    const T v29 = constant<T>(2.0) * v23;
    const T v30 = select_(v12, v29, constant<T>(0.0));
    const T v31 = select_(v28, v30, v21);
    const T v32 = constant<T>(1.0) - v27;
    const T v33 = v32 * v32;
    const T v34 = v32 * v33;
    const T v35 = v32 * v34;
    const T v36 = constant<T>(10.666666666666666) * v27;
    const T v37 = constant<T>(-4.266666666666667) - v36;
    const T v38 = v27 * v37;
    const T v39 = constant<T>(-1.0666666666666667) + v38;
    const T v40 = v35 * v39;
    const T v41 = constant<T>(-1.0) - v40;
    const T v42 = v31 * v31;
    const T v43 = v31 * v42;
    const T v44 = constant<T>(4.0) * v27;
    const T v45 = constant<T>(4.8) - v44;
    const T v46 = v27 * v45;
    const T v47 = v27 * v46;
    const T v48 = constant<T>(-1.3333333333333333) + v47;
    const T v49 = select_(v28, v48, v41);
    const T v50 = v43 * v49;
    const T v51 = constant<T>(32.0) * v27;
    const T v52 = constant<T>(19.2) + v51;
    const T v53 = v27 * v52;
    const T v54 = constant<T>(9.6) + v53;
    const T v55 = v27 * v54;
    const T v56 = constant<T>(3.2) + v55;
    const T v57 = v34 * v56;
    const T v58 = constant<T>(3.0) - v57;
    const T v59 = constant<T>(3.0) * v27;
    const T v60 = constant<T>(2.4) - v59;
    const T v61 = select_(v28, v60, v58);
    const T v62 = v20 * v50;
    const T v63 = v3 * v50;
    const T v64 = v4 * v50;
    const T v65 = v5 * v50;
    const T v66 = v42 * v43;
    const T v67 = v61 * v66;
    const T v68 = v20 * v67;
    const T v69 = v0 * v68;
    const T v70 = v1 * v68;
    const T v71 = v2 * v68;
    acc[0] += v62;
    acc[1] += v69;
    acc[1] -= v63;
    acc[2] += v70;
    acc[2] -= v64;
    acc[3] += v71;
    acc[3] -= v65;
  }
  template <class T>
  HD static void nearness(const T* d, const T* w, const T* p, T* near) {
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
    near[0] = v11;
  }
  template <class T>
  HD static void simple(const T* d, const T* w, const T* p, T* acc) {
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
    const T v22 = v3 * v19;
    const T v23 = v4 * v19;
    const T v24 = v5 * v19;
    const T v25 = v18 * v19;
    const T v26 = constant<T>(3.0) * v25;
    const T v27 = v16 * v26;
    const T v28 = v0 * v27;
    const T v29 = v1 * v27;
    const T v30 = v2 * v27;
    acc[0] += v21;
    acc[1] += v22;
    acc[1] += v28;
    acc[2] += v23;
    acc[2] += v29;
    acc[3] += v24;
    acc[3] += v30;
  }
};

struct Pair_ad1598be9b9f1678 {
  static constexpr int DIM = 3, WEIGHTS = 3, PARAMETERS = 1, RESULTS = 3;
  static constexpr bool BRANCHES = true;
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
    const mask_t<T> v12 = constant<T>(0.0) < v11;
    const T v13 = v6 * constant<T>(2.8);
    const mask_t<T> v14 = constant<T>(0.0) < v13;
    const T v15 = v0 * v3;
    const T v16 = -(v15);
    const T v17 = v1 * v4;
    const T v18 = v16 - v17;
    const T v19 = v2 * v5;
    const T v20 = v18 - v19;
    const T v21 = rsqrt_apart_(v11);
    const T v22 = constant<T>(1.0) / v13;
    const T v23 = select_(v14, v22, constant<T>(6.703903964971299e+153));
    const T v24 = v11 * v21;
    const T v25 = v23 * v24;
    const mask_t<T> v26 = v25 < constant<T>(1.0);
    const T v27 = select_(v26, v25, constant<T>(1.0));
    const mask_t<T> v28 = v27 < constant<T>(0.5);
    const T v29 = constant<T>(2.0) * v23;
    const T v30 = select_(v12, v29, constant<T>(0.0));
    const T v31 = select_(v28, v30, v21);
    const T v32 = constant<T>(1.0) - v27;
    const T v33 = v32 * v32;
    const T v34 = v32 * v33;
    const T v35 = v32 * v34;
    const T v36 = constant<T>(10.666666666666666) * v27;
    const T v37 = constant<T>(-4.266666666666667) - v36;
    const T v38 = v27 * v37;
    const T v39 = constant<T>(-1.0666666666666667) + v38;
    const T v40 = v35 * v39;
    const T v41 = constant<T>(-1.0) - v40;
    const T v42 = v31 * v31;
    const T v43 = v31 * v42;
    const T v44 = constant<T>(4.0) * v27;
    const T v45 = constant<T>(4.8) - v44;
    const T v46 = v27 * v45;
    const T v47 = v27 * v46;
    const T v48 = constant<T>(-1.3333333333333333) + v47;
    const T v49 = select_(v28, v48, v41);
    const T v50 = v43 * v49;
    const T v51 = constant<T>(32.0) * v27;
    const T v52 = constant<T>(19.2) + v51;
    const T v53 = v27 * v52;
    const T v54 = constant<T>(9.6) + v53;
    const T v55 = v27 * v54;
    const T v56 = constant<T>(3.2) + v55;
    const T v57 = v34 * v56;
    const T v58 = constant<T>(3.0) - v57;
    const T v59 = constant<T>(3.0) * v27;
    const T v60 = constant<T>(2.4) - v59;
    const T v61 = select_(v28, v60, v58);
    const T v62 = v3 * v50;
    const T v63 = v4 * v50;
    const T v64 = v5 * v50;
    const T v65 = v42 * v43;
    const T v66 = v61 * v65;
    const T v67 = v20 * v66;
    const T v68 = v0 * v67;
    const T v69 = v1 * v67;
    const T v70 = v2 * v67;
    acc[0] += v68;
    acc[0] -= v62;
    acc[1] += v69;
    acc[1] -= v63;
    acc[2] += v70;
    acc[2] -= v64;
  }
  template <class T>
  HD static void nearness(const T* d, const T* w, const T* p, T* near) {
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
    near[0] = v11;
  }
  template <class T>
  HD static void simple(const T* d, const T* w, const T* p, T* acc) {
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
    const T v20 = v3 * v19;
    const T v21 = v4 * v19;
    const T v22 = v5 * v19;
    const T v23 = v18 * v19;
    const T v24 = constant<T>(3.0) * v23;
    const T v25 = v16 * v24;
    const T v26 = v0 * v25;
    const T v27 = v1 * v25;
    const T v28 = v2 * v25;
    acc[0] += v20;
    acc[0] += v26;
    acc[1] += v21;
    acc[1] += v27;
    acc[2] += v22;
    acc[2] += v28;
  }
};

struct Pair_ae068c3b881d8eb7 {
  static constexpr int DIM = 3, WEIGHTS = 4, PARAMETERS = 1, RESULTS = 3;
  static constexpr bool BRANCHES = true;
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
    const mask_t<T> v13 = constant<T>(0.0) < v12;
    const T v14 = v7 * constant<T>(2.8);
    const mask_t<T> v15 = constant<T>(0.0) < v14;
    const T v16 = v0 * v4;
    const T v17 = -(v16);
    const T v18 = v1 * v5;
    const T v19 = v17 - v18;
    const T v20 = v2 * v6;
    const T v21 = v19 - v20;
    const T v22 = rsqrt_apart_(v12);
    const T v23 = constant<T>(1.0) / v14;
    const T v24 = select_(v15, v23, constant<T>(6.703903964971299e+153));
    const T v25 = v12 * v22;
    const T v26 = v24 * v25;
    const mask_t<T> v27 = v26 < constant<T>(1.0);
    const T v28 = select_(v27, v26, constant<T>(1.0));
    const mask_t<T> v29 = v28 < constant<T>(0.5);
    const T v30 = constant<T>(2.0) * v24;
    const T v31 = select_(v13, v30, constant<T>(0.0));
    const T v32 = select_(v29, v31, v22);
    const T v33 = constant<T>(1.0) - v28;
    const T v34 = v33 * v33;
    const T v35 = v33 * v34;
    const T v36 = v33 * v35;
    const T v37 = constant<T>(10.666666666666666) * v28;
    const T v38 = constant<T>(-4.266666666666667) - v37;
    const T v39 = v28 * v38;
    const T v40 = constant<T>(-1.0666666666666667) + v39;
    const T v41 = v36 * v40;
    const T v42 = constant<T>(-1.0) - v41;
    const T v43 = v32 * v32;
    const T v44 = v32 * v43;
    const T v45 = constant<T>(4.0) * v28;
    const T v46 = constant<T>(4.8) - v45;
    const T v47 = v28 * v46;
    const T v48 = v28 * v47;
    const T v49 = constant<T>(-1.3333333333333333) + v48;
    const T v50 = select_(v29, v49, v42);
    const T v51 = v44 * v50;
    const T v52 = constant<T>(32.0) * v28;
    const T v53 = constant<T>(19.2) + v52;
    const T v54 = v28 * v53;
    const T v55 = constant<T>(9.6) + v54;
    const T v56 = v28 * v55;
    const T v57 = constant<T>(3.2) + v56;
    const T v58 = v35 * v57;
    const T v59 = constant<T>(3.0) - v58;
    const T v60 = constant<T>(3.0) * v28;
    const T v61 = constant<T>(2.4) - v60;
    const T v62 = select_(v29, v61, v59);
    const T v63 = v3 * v51;
    const T v64 = v4 * v51;
    const T v65 = v5 * v51;
    const T v66 = v6 * v51;
    const T v67 = v43 * v44;
    const T v68 = v62 * v67;
    const T v69 = v21 * v68;
    const T v70 = v63 + v69;
    const T v71 = v0 * v70;
    const T v72 = v1 * v70;
    const T v73 = v2 * v70;
    acc[0] += v71;
    acc[0] -= v64;
    acc[1] += v72;
    acc[1] -= v65;
    acc[2] += v73;
    acc[2] -= v66;
  }
  template <class T>
  HD static void nearness(const T* d, const T* w, const T* p, T* near) {
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
    near[0] = v11;
  }
  template <class T>
  HD static void simple(const T* d, const T* w, const T* p, T* acc) {
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
    const T v21 = v3 * v20;
    const T v22 = v4 * v20;
    const T v23 = v5 * v20;
    const T v24 = v6 * v20;
    const T v25 = v19 * v20;
    const T v26 = constant<T>(3.0) * v25;
    const T v27 = v17 * v26;
    const T v28 = v27 - v21;
    const T v29 = v0 * v28;
    const T v30 = v1 * v28;
    const T v31 = v2 * v28;
    acc[0] += v22;
    acc[0] += v29;
    acc[1] += v23;
    acc[1] += v30;
    acc[2] += v24;
    acc[2] += v31;
  }
};

struct Pair_1bc376cbac4c7b31 {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 10;
  static constexpr bool BRANCHES = true;
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
    const mask_t<T> v10 = constant<T>(0.0) < v9;
    const T v11 = v4 * constant<T>(2.8);
    const mask_t<T> v12 = constant<T>(0.0) < v11;
    const T v13 = rsqrt_apart_(v9);
    const T v14 = constant<T>(1.0) / v11;
    const T v15 = select_(v12, v14, constant<T>(6.703903964971299e+153));
    const T v16 = v9 * v13;
    const T v17 = v15 * v16;
    const mask_t<T> v18 = v17 < constant<T>(1.0);
    const T v19 = select_(v18, v17, constant<T>(1.0));
    const mask_t<T> v20 = v19 < constant<T>(0.5);
    const T v21 = constant<T>(2.0) * v15;
    const T v22 = select_(v10, v21, constant<T>(0.0));
    const T v23 = select_(v20, v22, v13);
    const T v24 = constant<T>(1.0) - v19;
    const T v25 = constant<T>(2.1333333333333333) * v19;
    const T v26 = constant<T>(1.0666666666666667) + v25;
    const T v27 = v24 * v24;
    const T v28 = v24 * v27;
    const T v29 = v24 * v28;
    const T v30 = v24 * v29;
    const T v31 = v26 * v30;
    const T v32 = constant<T>(1.0) - v31;
    const T v33 = constant<T>(3.2) * v19;
    const T v34 = constant<T>(4.8) - v33;
    const T v35 = v19 * v34;
    const T v36 = v19 * v35;
    const T v37 = constant<T>(-2.6666666666666665) + v36;
    const T v38 = v19 * v37;
    const T v39 = v19 * v38;
    const T v40 = constant<T>(1.4) + v39;
    const T v41 = select_(v20, v40, v32);
    const T v42 = v23 * v41;
    const T v43 = constant<T>(10.666666666666666) * v19;
    const T v44 = constant<T>(-4.266666666666667) - v43;
    const T v45 = v19 * v44;
    const T v46 = constant<T>(-1.0666666666666667) + v45;
    const T v47 = v29 * v46;
    const T v48 = constant<T>(-1.0) - v47;
    const T v49 = v23 * v23;
    const T v50 = v23 * v49;
    const T v51 = constant<T>(4.0) * v19;
    const T v52 = constant<T>(4.8) - v51;
    const T v53 = v19 * v52;
    const T v54 = v19 * v53;
    const T v55 = constant<T>(-1.3333333333333333) + v54;
    const T v56 = select_(v20, v55, v48);
    const T v57 = v50 * v56;
    const T v58 = constant<T>(32.0) * v19;
    const T v59 = constant<T>(19.2) + v58;
    const T v60 = v19 * v59;
    const T v61 = constant<T>(9.6) + v60;
    const T v62 = v19 * v61;
    const T v63 = constant<T>(3.2) + v62;
    const T v64 = v28 * v63;
    const T v65 = constant<T>(3.0) - v64;
    const T v66 = constant<T>(3.0) * v19;
    const T v67 = constant<T>(2.4) - v66;
    const T v68 = select_(v20, v67, v65);
    const T v69 = v3 * v42;
    const T v70 = v3 * v57;
    const T v71 = v0 * v70;
    const T v72 = v1 * v70;
    const T v73 = v2 * v70;
    const T v74 = v49 * v50;
    const T v75 = v68 * v74;
    const T v76 = v3 * v75;
    const T v77 = v5 * v76;
    const T v78 = v70 + v77;
    const T v79 = v1 * v76;
    const T v80 = v0 * v79;
    const T v81 = v2 * v76;
    const T v82 = v0 * v81;
    const T v83 = v1 * v79;
    const T v84 = v70 + v83;
    const T v85 = v1 * v81;
    const T v86 = v2 * v81;
    const T v87 = v70 + v86;
    acc[0] += v69;
    acc[1] += v71;
    acc[2] += v72;
    acc[3] += v73;
    acc[4] += v78;
    acc[5] += v80;
    acc[6] += v82;
    acc[7] += v84;
    acc[8] += v85;
    acc[9] += v87;
  }
  template <class T>
  HD static void nearness(const T* d, const T* w, const T* p, T* near) {
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
    near[0] = v11;
  }
  template <class T>
  HD static void simple(const T* d, const T* w, const T* p, T* acc) {
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
    const T v12 = v3 * v9;
    const T v13 = v3 * v11;
    const T v14 = v0 * v13;
    const T v15 = -(v14);
    const T v16 = v1 * v13;
    const T v17 = -(v16);
    const T v18 = v2 * v13;
    const T v19 = -(v18);
    const T v20 = v10 * v11;
    const T v21 = constant<T>(3.0) * v20;
    const T v22 = v3 * v21;
    const T v23 = v4 * v22;
    const T v24 = v23 - v13;
    const T v25 = v1 * v22;
    const T v26 = v0 * v25;
    const T v27 = v2 * v22;
    const T v28 = v0 * v27;
    const T v29 = v1 * v25;
    const T v30 = v29 - v13;
    const T v31 = v1 * v27;
    const T v32 = v2 * v27;
    const T v33 = v32 - v13;
    acc[0] += v12;
    acc[1] += v15;
    acc[2] += v17;
    acc[3] += v19;
    acc[4] += v24;
    acc[5] += v26;
    acc[6] += v28;
    acc[7] += v30;
    acc[8] += v31;
    acc[9] += v33;
  }
};

struct Pair_eb2929d110e211b7 {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 6;
  static constexpr bool BRANCHES = true;
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
    const mask_t<T> v10 = constant<T>(0.0) < v9;
    const T v11 = v4 * constant<T>(2.8);
    const mask_t<T> v12 = constant<T>(0.0) < v11;
    const T v13 = rsqrt_apart_(v9);
    const T v14 = constant<T>(1.0) / v11;
    const T v15 = select_(v12, v14, constant<T>(6.703903964971299e+153));
    const T v16 = v9 * v13;
    const T v17 = v15 * v16;
    const mask_t<T> v18 = v17 < constant<T>(1.0);
    const T v19 = select_(v18, v17, constant<T>(1.0));
    const mask_t<T> v20 = v19 < constant<T>(0.5);
    const T v21 = constant<T>(2.0) * v15;
    const T v22 = select_(v10, v21, constant<T>(0.0));
    const T v23 = select_(v20, v22, v13);
    const T v24 = constant<T>(1.0) - v19;
    const T v25 = v24 * v24;
    const T v26 = v24 * v25;
    const T v27 = v24 * v26;
    const T v28 = constant<T>(10.666666666666666) * v19;
    const T v29 = constant<T>(-4.266666666666667) - v28;
    const T v30 = v19 * v29;
    const T v31 = constant<T>(-1.0666666666666667) + v30;
    const T v32 = v27 * v31;
    const T v33 = constant<T>(-1.0) - v32;
    const T v34 = v23 * v23;
    const T v35 = v23 * v34;
    const T v36 = constant<T>(4.0) * v19;
    const T v37 = constant<T>(4.8) - v36;
    const T v38 = v19 * v37;
    const T v39 = v19 * v38;
    const T v40 = constant<T>(-1.3333333333333333) + v39;
    const T v41 = select_(v20, v40, v33);
    const T v42 = v35 * v41;
    const T v43 = constant<T>(32.0) * v19;
    const T v44 = constant<T>(19.2) + v43;
    const T v45 = v19 * v44;
    const T v46 = constant<T>(9.6) + v45;
    const T v47 = v19 * v46;
    const T v48 = constant<T>(3.2) + v47;
    const T v49 = v26 * v48;
    const T v50 = constant<T>(3.0) - v49;
    const T v51 = constant<T>(3.0) * v19;
    const T v52 = constant<T>(2.4) - v51;
    const T v53 = select_(v20, v52, v50);
    const T v54 = v3 * v42;
    const T v55 = v34 * v35;
    const T v56 = v53 * v55;
    const T v57 = v3 * v56;
    const T v58 = v5 * v57;
    const T v59 = v54 + v58;
    const T v60 = v1 * v57;
    const T v61 = v0 * v60;
    const T v62 = v2 * v57;
    const T v63 = v0 * v62;
    const T v64 = v1 * v60;
    const T v65 = v54 + v64;
    const T v66 = v1 * v62;
    const T v67 = v2 * v62;
    const T v68 = v54 + v67;
    acc[0] += v59;
    acc[1] += v61;
    acc[2] += v63;
    acc[3] += v65;
    acc[4] += v66;
    acc[5] += v68;
  }
  template <class T>
  HD static void nearness(const T* d, const T* w, const T* p, T* near) {
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
    near[0] = v11;
  }
  template <class T>
  HD static void simple(const T* d, const T* w, const T* p, T* acc) {
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
    const T v13 = v10 * v11;
    const T v14 = constant<T>(3.0) * v13;
    const T v15 = v3 * v14;
    const T v16 = v4 * v15;
    const T v17 = v16 - v12;
    const T v18 = v1 * v15;
    const T v19 = v0 * v18;
    const T v20 = v2 * v15;
    const T v21 = v0 * v20;
    const T v22 = v1 * v18;
    const T v23 = v22 - v12;
    const T v24 = v1 * v20;
    const T v25 = v2 * v20;
    const T v26 = v25 - v12;
    acc[0] += v17;
    acc[1] += v19;
    acc[2] += v21;
    acc[3] += v23;
    acc[4] += v24;
    acc[5] += v26;
  }
};

struct Pair_9733169ed9ae3876 {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 9;
  static constexpr bool BRANCHES = true;
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
    const mask_t<T> v10 = constant<T>(0.0) < v9;
    const T v11 = v4 * constant<T>(2.8);
    const mask_t<T> v12 = constant<T>(0.0) < v11;
    const T v13 = rsqrt_apart_(v9);
    const T v14 = constant<T>(1.0) / v11;
    const T v15 = select_(v12, v14, constant<T>(6.703903964971299e+153));
    const T v16 = v9 * v13;
    const T v17 = v15 * v16;
    const mask_t<T> v18 = v17 < constant<T>(1.0);
    const T v19 = select_(v18, v17, constant<T>(1.0));
    const mask_t<T> v20 = v19 < constant<T>(0.5);
    const T v21 = constant<T>(2.0) * v15;
    const T v22 = select_(v10, v21, constant<T>(0.0));
    const T v23 = select_(v20, v22, v13);
    const T v24 = constant<T>(1.0) - v19;
    const T v25 = v24 * v24;
    const T v26 = v24 * v25;
    const T v27 = v24 * v26;
    const T v28 = constant<T>(10.666666666666666) * v19;
    const T v29 = constant<T>(-4.266666666666667) - v28;
    const T v30 = v19 * v29;
    const T v31 = constant<T>(-1.0666666666666667) + v30;
    const T v32 = v27 * v31;
    const T v33 = constant<T>(-1.0) - v32;
    const T v34 = v23 * v23;
    const T v35 = v23 * v34;
    const T v36 = constant<T>(4.0) * v19;
    const T v37 = constant<T>(4.8) - v36;
    const T v38 = v19 * v37;
    const T v39 = v19 * v38;
    const T v40 = constant<T>(-1.3333333333333333) + v39;
    const T v41 = select_(v20, v40, v33);
    const T v42 = v35 * v41;
    const T v43 = constant<T>(32.0) * v19;
    const T v44 = constant<T>(19.2) + v43;
    const T v45 = v19 * v44;
    const T v46 = constant<T>(9.6) + v45;
    const T v47 = v19 * v46;
    const T v48 = constant<T>(3.2) + v47;
    const T v49 = v26 * v48;
    const T v50 = constant<T>(3.0) - v49;
    const T v51 = constant<T>(3.0) * v19;
    const T v52 = constant<T>(2.4) - v51;
    const T v53 = select_(v20, v52, v50);
    const T v54 = v3 * v42;
    const T v55 = v0 * v54;
    const T v56 = v1 * v54;
    const T v57 = v2 * v54;
    const T v58 = v34 * v35;
    const T v59 = v53 * v58;
    const T v60 = v3 * v59;
    const T v61 = v5 * v60;
    const T v62 = v54 + v61;
    const T v63 = v1 * v60;
    const T v64 = v0 * v63;
    const T v65 = v2 * v60;
    const T v66 = v0 * v65;
    const T v67 = v1 * v63;
    const T v68 = v54 + v67;
    const T v69 = v1 * v65;
    const T v70 = v2 * v65;
    const T v71 = v54 + v70;
    acc[0] += v55;
    acc[1] += v56;
    acc[2] += v57;
    acc[3] += v62;
    acc[4] += v64;
    acc[5] += v66;
    acc[6] += v68;
    acc[7] += v69;
    acc[8] += v71;
  }
  template <class T>
  HD static void nearness(const T* d, const T* w, const T* p, T* near) {
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
    near[0] = v11;
  }
  template <class T>
  HD static void simple(const T* d, const T* w, const T* p, T* acc) {
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
    const T v19 = v10 * v11;
    const T v20 = constant<T>(3.0) * v19;
    const T v21 = v3 * v20;
    const T v22 = v4 * v21;
    const T v23 = v22 - v12;
    const T v24 = v1 * v21;
    const T v25 = v0 * v24;
    const T v26 = v2 * v21;
    const T v27 = v0 * v26;
    const T v28 = v1 * v24;
    const T v29 = v28 - v12;
    const T v30 = v1 * v26;
    const T v31 = v2 * v26;
    const T v32 = v31 - v12;
    acc[0] += v14;
    acc[1] += v16;
    acc[2] += v18;
    acc[3] += v23;
    acc[4] += v25;
    acc[5] += v27;
    acc[6] += v29;
    acc[7] += v30;
    acc[8] += v32;
  }
};

struct Pair_f405fac140d50362 {
  static constexpr int DIM = 4, WEIGHTS = 2, PARAMETERS = 0, RESULTS = 1;
  static constexpr bool BRANCHES = true;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
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
    const T v17 = rsqrt_apart_(v13);
    const T v18 = constant<T>(1.0) / v15;
    const T v19 = select_(v16, v18, constant<T>(6.703903964971299e+153));
    const T v20 = v13 * v17;
    const T v21 = v19 * v20;
    const mask_t<T> v22 = v21 < constant<T>(1.0);
    const T v23 = select_(v22, v21, constant<T>(1.0));
    const mask_t<T> v24 = v23 < constant<T>(0.5);
    const T v25 = constant<T>(2.0) * v19;
    const T v26 = select_(v14, v25, constant<T>(0.0));
    const T v27 = select_(v24, v26, v17);
    const T v28 = constant<T>(1.0) - v23;
    const T v29 = constant<T>(2.1333333333333333) * v23;
    const T v30 = constant<T>(1.0666666666666667) + v29;
    const T v31 = v28 * v28;
    const T v32 = v28 * v31;
    const T v33 = constant<T>(3.2) * v23;
    const T v34 = constant<T>(4.8) - v33;
    const T v35 = v23 * v34;
    const T v36 = v23 * v35;
    const T v37 = constant<T>(-2.6666666666666665) + v36;
    const T v38 = v23 * v37;
    const T v39 = v23 * v38;
    const T v40 = constant<T>(1.4) + v39;
    const T v41 = v31 * v32;
    const T v42 = v30 * v41;
    const T v43 = constant<T>(1.0) - v42;
    const T v44 = select_(v24, v40, v43);
    const T v45 = v27 * v44;
    const T v46 = v1 * v45;
    acc[0] += v46;
  }
  template <class T>
  HD static void nearness(const T* d, const T* w, const T* p, T* near) {
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
    near[0] = v15;
  }
  template <class T>
  HD static void simple(const T* d, const T* w, const T* p, T* acc) {
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
};

struct Pair_0d68fa611f2addb4 {
  static constexpr int DIM = 4, WEIGHTS = 2, PARAMETERS = 0, RESULTS = 4;
  static constexpr bool BRANCHES = true;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
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
    const T v17 = rsqrt_apart_(v13);
    const T v18 = constant<T>(1.0) / v15;
    const T v19 = select_(v16, v18, constant<T>(6.703903964971299e+153));
    const T v20 = v13 * v17;
    const T v21 = v19 * v20;
    const mask_t<T> v22 = v21 < constant<T>(1.0);
    const T v23 = select_(v22, v21, constant<T>(1.0));
    const mask_t<T> v24 = v23 < constant<T>(0.5);
    const T v25 = constant<T>(2.0) * v19;
    const T v26 = select_(v14, v25, constant<T>(0.0));
    const T v27 = select_(v24, v26, v17);
    const T v28 = constant<T>(1.0) - v23;
    const T v29 = constant<T>(2.1333333333333333) * v23;
    const T v30 = constant<T>(1.0666666666666667) + v29;
    const T v31 = v28 * v28;
    const T v32 = constant<T>(3.2) * v23;
    const T v33 = constant<T>(4.8) - v32;
    const T v34 = v23 * v33;
    const T v35 = v23 * v34;
    const T v36 = constant<T>(-2.6666666666666665) + v35;
    const T v37 = v23 * v36;
    const T v38 = v23 * v37;
    const T v39 = constant<T>(1.4) + v38;
    const T v40 = constant<T>(10.666666666666666) * v23;
    const T v41 = constant<T>(-4.266666666666667) - v40;
    const T v42 = v23 * v41;
    const T v43 = constant<T>(-1.0666666666666667) + v42;
    const T v44 = v27 * v27;
    const T v45 = v27 * v44;
    const T v46 = constant<T>(4.0) * v23;
    const T v47 = constant<T>(4.8) - v46;
    const T v48 = v23 * v47;
    const T v49 = v23 * v48;
    const T v50 = constant<T>(-1.3333333333333333) + v49;
    const T v51 = v31 * v31;
    const T v52 = v28 * v51;
    const T v53 = v30 * v52;
    const T v54 = constant<T>(1.0) - v53;
    const T v55 = select_(v24, v39, v54);
    const T v56 = v27 * v55;
    const T v57 = v43 * v51;
    const T v58 = constant<T>(-1.0) - v57;
    const T v59 = select_(v24, v50, v58);
    const T v60 = v45 * v59;
    const T v61 = v1 * v56;
    const T v62 = v1 * v60;
    const T v63 = v2 * v62;
    const T v64 = v3 * v62;
    const T v65 = v4 * v62;
    acc[0] += v61;
    acc[1] += v63;
    acc[2] += v64;
    acc[3] += v65;
  }
  template <class T>
  HD static void nearness(const T* d, const T* w, const T* p, T* near) {
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
    near[0] = v15;
  }
  template <class T>
  HD static void simple(const T* d, const T* w, const T* p, T* acc) {
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
};

struct Pair_541b805230165c91 {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 2, RESULTS = 1;
  static constexpr bool BRANCHES = true;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = w[0];
    const T v4 = p[0];
    const T v5 = p[1];
    const T v6 = v0 * v0;
    const T v7 = v1 * v1;
    const T v8 = v6 + v7;
    const T v9 = v2 * v2;
    const T v10 = v8 + v9;
    const mask_t<T> v11 = constant<T>(0.0) < v10;
    const T v12 = v4 * constant<T>(2.8);
    const T v13 = v5 * constant<T>(2.8);
    const mask_t<T> v14 = constant<T>(0.0) < v12;
    const T v15 = rsqrt_apart_(v10);
    const T v16 = constant<T>(1.0) / v12;
    const T v17 = select_(v14, v16, constant<T>(6.703903964971299e+153));
    const T v18 = v12 * v12;
    const T v19 = constant<T>(1.0) / v18;
    const T v20 = v13 * v19;
    const T v21 = -(v20);
    const T v22 = select_(v14, v21, constant<T>(0.0));
    const T v23 = v10 * v15;
    const T v24 = v17 * v23;
    const T v25 = v22 * v23;
    const mask_t<T> v26 = v24 < constant<T>(1.0);
    const T v27 = select_(v26, v24, constant<T>(1.0));
    const T v28 = select_(v26, v25, constant<T>(0.0));
    const mask_t<T> v29 = v27 < constant<T>(0.5);
    const T v30 = constant<T>(2.0) * v17;
    const T v31 = constant<T>(2.0) * v22;
    const T v32 = select_(v11, v30, constant<T>(0.0));
    const T v33 = select_(v11, v31, constant<T>(0.0));
    const T v34 = select_(v29, v32, v15);
    const T v35 = select_(v29, v33, constant<T>(0.0));
    const T v36 = constant<T>(1.0) - v27;
    const T v37 = constant<T>(2.1333333333333333) * v27;
    const T v38 = constant<T>(2.1333333333333333) * v28;
    const T v39 = constant<T>(1.0666666666666667) + v37;
    const T v40 = v36 * v36;
    const T v41 = v28 * v36;
    const T v42 = -(v41);
    const T v43 = v42 - v41;
    const T v44 = v36 * v40;
    const T v45 = v36 * v43;
    const T v46 = v28 * v40;
    const T v47 = v45 - v46;
    const T v48 = v36 * v44;
    const T v49 = v36 * v47;
    const T v50 = v28 * v44;
    const T v51 = v49 - v50;
    const T v52 = v36 * v48;
    const T v53 = v36 * v51;
    const T v54 = v28 * v48;
    const T v55 = v53 - v54;
    const T v56 = v39 * v52;
    const T v57 = v38 * v52;
    const T v58 = v39 * v55;
    const T v59 = v57 + v58;
    const T v60 = constant<T>(1.0) - v56;
    const T v61 = -(v59);
    const T v62 = constant<T>(3.2) * v27;
    const T v63 = constant<T>(4.8) - v62;
    const T v64 = v27 * v63;
    const T v65 = v28 * v63;
    const T v66 = v27 * v64;
    const T v67 = v28 * v64;
    const T v68 = constant<T>(-2.6666666666666665) + v66;
    const T v69 = v27 * v68;
    const T v70 = v28 * v68;
    const T v71 = v27 * v69;
    const T v72 = v28 * v69;
    const T v73 = constant<T>(1.4) + v71;
    const T v74 = select_(v29, v73, v60);
    const T v75 = v35 * v74;
    const T v76 = v28 * v62;
    const T v77 = v65 - v76;
    const T v78 = v27 * v77;
    const T v79 = v67 + v78;
    const T v80 = v27 * v79;
    const T v81 = v70 + v80;
    const T v82 = v27 * v81;
    const T v83 = v72 + v82;
    const T v84 = select_(v29, v83, v61);
    const T v85 = v34 * v84;
    const T v86 = v75 + v85;
    const T v87 = v3 * v86;
    acc[0] += v87;
  }
  template <class T>
  HD static void nearness(const T* d, const T* w, const T* p, T* near) {
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
    near[0] = v11;
  }
  template <class T>
  HD static void simple(const T* d, const T* w, const T* p, T* acc) {
    acc[0] += constant<T>(0.0);
  }
};

struct Pair_f91b085374ca61ad {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 2, RESULTS = 4;
  static constexpr bool BRANCHES = true;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = w[0];
    const T v4 = p[0];
    const T v5 = p[1];
    const T v6 = v0 * v0;
    const T v7 = v1 * v1;
    const T v8 = v6 + v7;
    const T v9 = v2 * v2;
    const T v10 = v8 + v9;
    const mask_t<T> v11 = constant<T>(0.0) < v10;
    const T v12 = v4 * constant<T>(2.8);
    const T v13 = v5 * constant<T>(2.8);
    const mask_t<T> v14 = constant<T>(0.0) < v12;
    const T v15 = rsqrt_apart_(v10);
    const T v16 = constant<T>(1.0) / v12;
    const T v17 = select_(v14, v16, constant<T>(6.703903964971299e+153));
    const T v18 = v12 * v12;
    const T v19 = constant<T>(1.0) / v18;
    const T v20 = v13 * v19;
    const T v21 = -(v20);
    const T v22 = select_(v14, v21, constant<T>(0.0));
    const T v23 = v10 * v15;
    const T v24 = v17 * v23;
    const T v25 = v22 * v23;
    const mask_t<T> v26 = v24 < constant<T>(1.0);
    const T v27 = select_(v26, v24, constant<T>(1.0));
    const T v28 = select_(v26, v25, constant<T>(0.0));
    const mask_t<T> v29 = v27 < constant<T>(0.5);
    const T v30 = constant<T>(2.0) * v17;
    const T v31 = constant<T>(2.0) * v22;
    const T v32 = select_(v11, v30, constant<T>(0.0));
    const T v33 = select_(v11, v31, constant<T>(0.0));
    const T v34 = select_(v29, v32, v15);
    const T v35 = select_(v29, v33, constant<T>(0.0));
    const T v36 = constant<T>(1.0) - v27;
    const T v37 = constant<T>(2.1333333333333333) * v27;
    const T v38 = constant<T>(2.1333333333333333) * v28;
    const T v39 = constant<T>(1.0666666666666667) + v37;
    const T v40 = v36 * v36;
    const T v41 = v28 * v36;
    const T v42 = -(v41);
    const T v43 = v42 - v41;
    const T v44 = v36 * v40;
    const T v45 = v36 * v43;
    const T v46 = v28 * v40;
    const T v47 = v45 - v46;
    const T v48 = v36 * v44;
    const T v49 = v36 * v47;
    const T v50 = v28 * v44;
    const T v51 = v49 - v50;
    const T v52 = v36 * v48;
    const T v53 = v36 * v51;
    const T v54 = v28 * v48;
    const T v55 = v53 - v54;
    const T v56 = v39 * v52;
    const T v57 = v38 * v52;
    const T v58 = v39 * v55;
    const T v59 = v57 + v58;
    const T v60 = constant<T>(1.0) - v56;
    const T v61 = -(v59);
    const T v62 = constant<T>(3.2) * v27;
    const T v63 = constant<T>(4.8) - v62;
    const T v64 = v27 * v63;
    const T v65 = v28 * v63;
    const T v66 = v27 * v64;
    const T v67 = v28 * v64;
    const T v68 = constant<T>(-2.6666666666666665) + v66;
    const T v69 = v27 * v68;
    const T v70 = v28 * v68;
    const T v71 = v27 * v69;
    const T v72 = v28 * v69;
    const T v73 = constant<T>(1.4) + v71;
    const T v74 = select_(v29, v73, v60);
    const T v75 = v35 * v74;
    const T v76 = constant<T>(10.666666666666666) * v27;
    const T v77 = constant<T>(-4.266666666666667) - v76;
    const T v78 = v27 * v77;
    const T v79 = v28 * v77;
    const T v80 = constant<T>(-1.0666666666666667) + v78;
    const T v81 = v48 * v80;
    const T v82 = v51 * v80;
    const T v83 = constant<T>(-1.0) - v81;
    const T v84 = v34 * v34;
    const T v85 = v34 * v35;
    const T v86 = constant<T>(2.0) * v85;
    const T v87 = v34 * v84;
    const T v88 = v34 * v86;
    const T v89 = v35 * v84;
    const T v90 = v88 + v89;
    const T v91 = constant<T>(4.0) * v27;
    const T v92 = constant<T>(4.8) - v91;
    const T v93 = v27 * v92;
    const T v94 = v28 * v92;
    const T v95 = v27 * v93;
    const T v96 = v28 * v93;
    const T v97 = constant<T>(-1.3333333333333333) + v95;
    const T v98 = select_(v29, v97, v83);
    const T v99 = v90 * v98;
    const T v100 = v28 * v62;
    const T v101 = v65 - v100;
    const T v102 = v27 * v101;
    const T v103 = v67 + v102;
    const T v104 = v27 * v103;
    const T v105 = v70 + v104;
    const T v106 = v27 * v105;
    const T v107 = v72 + v106;
    const T v108 = select_(v29, v107, v61);
    const T v109 = v34 * v108;
    const T v110 = v75 + v109;
    const T v111 = v28 * v76;
    const T v112 = v79 - v111;
    const T v113 = v48 * v112;
    const T v114 = v82 + v113;
    const T v115 = -(v114);
    const T v116 = v28 * v91;
    const T v117 = v94 - v116;
    const T v118 = v27 * v117;
    const T v119 = v96 + v118;
    const T v120 = select_(v29, v119, v115);
    const T v121 = v87 * v120;
    const T v122 = v99 + v121;
    const T v123 = v3 * v110;
    const T v124 = v3 * v122;
    const T v125 = v0 * v124;
    const T v126 = v1 * v124;
    const T v127 = v2 * v124;
    acc[0] += v123;
    acc[1] += v125;
    acc[2] += v126;
    acc[3] += v127;
  }
  template <class T>
  HD static void nearness(const T* d, const T* w, const T* p, T* near) {
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
    near[0] = v11;
  }
  template <class T>
  HD static void simple(const T* d, const T* w, const T* p, T* acc) {
    acc[0] += constant<T>(0.0);
    acc[1] += constant<T>(0.0);
    acc[2] += constant<T>(0.0);
    acc[3] += constant<T>(0.0);
  }
};

struct Pair_ab47129fac468ed5 {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 2, RESULTS = 3;
  static constexpr bool BRANCHES = true;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = w[0];
    const T v4 = p[0];
    const T v5 = p[1];
    const T v6 = v0 * v0;
    const T v7 = v1 * v1;
    const T v8 = v6 + v7;
    const T v9 = v2 * v2;
    const T v10 = v8 + v9;
    const mask_t<T> v11 = constant<T>(0.0) < v10;
    const T v12 = v4 * constant<T>(2.8);
    const T v13 = v5 * constant<T>(2.8);
    const mask_t<T> v14 = constant<T>(0.0) < v12;
    const T v15 = rsqrt_apart_(v10);
    const T v16 = constant<T>(1.0) / v12;
    const T v17 = select_(v14, v16, constant<T>(6.703903964971299e+153));
    const T v18 = v12 * v12;
    const T v19 = constant<T>(1.0) / v18;
    const T v20 = v13 * v19;
    const T v21 = -(v20);
    const T v22 = select_(v14, v21, constant<T>(0.0));
    const T v23 = v10 * v15;
    const T v24 = v17 * v23;
    const T v25 = v22 * v23;
    const mask_t<T> v26 = v24 < constant<T>(1.0);
    const T v27 = select_(v26, v24, constant<T>(1.0));
    const T v28 = select_(v26, v25, constant<T>(0.0));
    const mask_t<T> v29 = v27 < constant<T>(0.5);
    const T v30 = constant<T>(2.0) * v17;
    const T v31 = constant<T>(2.0) * v22;
    const T v32 = select_(v11, v30, constant<T>(0.0));
    const T v33 = select_(v11, v31, constant<T>(0.0));
    const T v34 = select_(v29, v32, v15);
    const T v35 = select_(v29, v33, constant<T>(0.0));
    const T v36 = constant<T>(1.0) - v27;
    const T v37 = v36 * v36;
    const T v38 = v28 * v36;
    const T v39 = -(v38);
    const T v40 = v39 - v38;
    const T v41 = v36 * v37;
    const T v42 = v36 * v40;
    const T v43 = v28 * v37;
    const T v44 = v42 - v43;
    const T v45 = v36 * v41;
    const T v46 = v36 * v44;
    const T v47 = v28 * v41;
    const T v48 = v46 - v47;
    const T v49 = constant<T>(10.666666666666666) * v27;
    const T v50 = constant<T>(-4.266666666666667) - v49;
    const T v51 = v27 * v50;
    const T v52 = v28 * v50;
    const T v53 = constant<T>(-1.0666666666666667) + v51;
    const T v54 = v45 * v53;
    const T v55 = v48 * v53;
    const T v56 = constant<T>(-1.0) - v54;
    const T v57 = v34 * v34;
    const T v58 = v34 * v35;
    const T v59 = constant<T>(2.0) * v58;
    const T v60 = v34 * v57;
    const T v61 = v34 * v59;
    const T v62 = v35 * v57;
    const T v63 = v61 + v62;
    const T v64 = constant<T>(4.0) * v27;
    const T v65 = constant<T>(4.8) - v64;
    const T v66 = v27 * v65;
    const T v67 = v28 * v65;
    const T v68 = v27 * v66;
    const T v69 = v28 * v66;
    const T v70 = constant<T>(-1.3333333333333333) + v68;
    const T v71 = select_(v29, v70, v56);
    const T v72 = v63 * v71;
    const T v73 = v28 * v49;
    const T v74 = v52 - v73;
    const T v75 = v45 * v74;
    const T v76 = v55 + v75;
    const T v77 = -(v76);
    const T v78 = v28 * v64;
    const T v79 = v67 - v78;
    const T v80 = v27 * v79;
    const T v81 = v69 + v80;
    const T v82 = select_(v29, v81, v77);
    const T v83 = v60 * v82;
    const T v84 = v72 + v83;
    const T v85 = v3 * v84;
    const T v86 = v0 * v85;
    const T v87 = v1 * v85;
    const T v88 = v2 * v85;
    acc[0] += v86;
    acc[1] += v87;
    acc[2] += v88;
  }
  template <class T>
  HD static void nearness(const T* d, const T* w, const T* p, T* near) {
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
    near[0] = v11;
  }
  template <class T>
  HD static void simple(const T* d, const T* w, const T* p, T* acc) {
    acc[0] += constant<T>(0.0);
    acc[1] += constant<T>(0.0);
    acc[2] += constant<T>(0.0);
  }
};

struct Pair_c0f2a71048f44fdd {
  static constexpr int DIM = 3, WEIGHTS = 3, PARAMETERS = 2, RESULTS = 1;
  static constexpr bool BRANCHES = true;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = w[0];
    const T v4 = w[1];
    const T v5 = w[2];
    const T v6 = p[0];
    const T v7 = p[1];
    const T v8 = v0 * v0;
    const T v9 = v1 * v1;
    const T v10 = v8 + v9;
    const T v11 = v2 * v2;
    const T v12 = v10 + v11;
    const mask_t<T> v13 = constant<T>(0.0) < v12;
    const T v14 = v6 * constant<T>(2.8);
    const T v15 = v7 * constant<T>(2.8);
    const mask_t<T> v16 = constant<T>(0.0) < v14;
    const T v17 = v0 * v3;
    const T v18 = -(v17);
    const T v19 = v1 * v4;
    const T v20 = v18 - v19;
    const T v21 = v2 * v5;
    const T v22 = v20 - v21;
    const T v23 = rsqrt_apart_(v12);
    const T v24 = constant<T>(1.0) / v14;
    const T v25 = select_(v16, v24, constant<T>(6.703903964971299e+153));
    const T v26 = v14 * v14;
    const T v27 = constant<T>(1.0) / v26;
    const T v28 = v15 * v27;
    const T v29 = -(v28);
    const T v30 = select_(v16, v29, constant<T>(0.0));
    const T v31 = v12 * v23;
    const T v32 = v25 * v31;
    const T v33 = v30 * v31;
    const mask_t<T> v34 = v32 < constant<T>(1.0);
    const T v35 = select_(v34, v32, constant<T>(1.0));
    const T v36 = select_(v34, v33, constant<T>(0.0));
    const mask_t<T> v37 = v35 < constant<T>(0.5);
    const T v38 = constant<T>(2.0) * v25;
    const T v39 = constant<T>(2.0) * v30;
    const T v40 = select_(v13, v38, constant<T>(0.0));
    const T v41 = select_(v13, v39, constant<T>(0.0));
    const T v42 = select_(v37, v40, v23);
    const T v43 = select_(v37, v41, constant<T>(0.0));
    const T v44 = constant<T>(1.0) - v35;
    const T v45 = v44 * v44;
    const T v46 = v36 * v44;
    const T v47 = -(v46);
    const T v48 = v47 - v46;
    const T v49 = v44 * v45;
    const T v50 = v44 * v48;
    const T v51 = v36 * v45;
    const T v52 = v50 - v51;
    const T v53 = v44 * v49;
    const T v54 = v44 * v52;
    const T v55 = v36 * v49;
    const T v56 = v54 - v55;
    const T v57 = constant<T>(10.666666666666666) * v35;
    const T v58 = constant<T>(-4.266666666666667) - v57;
    const T v59 = v35 * v58;
    const T v60 = v36 * v58;
    const T v61 = constant<T>(-1.0666666666666667) + v59;
    const T v62 = v53 * v61;
    const T v63 = v56 * v61;
    const T v64 = constant<T>(-1.0) - v62;
    const T v65 = v42 * v42;
    const T v66 = v42 * v43;
    const T v67 = constant<T>(2.0) * v66;
    const T v68 = v42 * v65;
    const T v69 = v42 * v67;
    const T v70 = v43 * v65;
    const T v71 = v69 + v70;
    const T v72 = constant<T>(4.0) * v35;
    const T v73 = constant<T>(4.8) - v72;
    const T v74 = v35 * v73;
    const T v75 = v36 * v73;
    const T v76 = v35 * v74;
    const T v77 = v36 * v74;
    const T v78 = constant<T>(-1.3333333333333333) + v76;
    const T v79 = select_(v37, v78, v64);
    const T v80 = v71 * v79;
    const T v81 = v36 * v57;
    const T v82 = v60 - v81;
    const T v83 = v53 * v82;
    const T v84 = v63 + v83;
    const T v85 = -(v84);
    const T v86 = v36 * v72;
    const T v87 = v75 - v86;
    const T v88 = v35 * v87;
    const T v89 = v77 + v88;
    const T v90 = select_(v37, v89, v85);
    const T v91 = v68 * v90;
    const T v92 = v80 + v91;
    const T v93 = v22 * v92;
    acc[0] += v93;
  }
  template <class T>
  HD static void nearness(const T* d, const T* w, const T* p, T* near) {
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
    near[0] = v11;
  }
  template <class T>
  HD static void simple(const T* d, const T* w, const T* p, T* acc) {
    acc[0] += constant<T>(0.0);
  }
};

struct Pair_afaa7cd7dde31d0a {
  static constexpr int DIM = 3, WEIGHTS = 4, PARAMETERS = 2, RESULTS = 1;
  static constexpr bool BRANCHES = true;
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
    const T v8 = p[1];
    const T v9 = v0 * v0;
    const T v10 = v1 * v1;
    const T v11 = v9 + v10;
    const T v12 = v2 * v2;
    const T v13 = v11 + v12;
    const mask_t<T> v14 = constant<T>(0.0) < v13;
    const T v15 = v7 * constant<T>(2.8);
    const T v16 = v8 * constant<T>(2.8);
    const mask_t<T> v17 = constant<T>(0.0) < v15;
    const T v18 = v0 * v4;
    const T v19 = -(v18);
    const T v20 = v1 * v5;
    const T v21 = v19 - v20;
    const T v22 = v2 * v6;
    const T v23 = v21 - v22;
    const T v24 = rsqrt_apart_(v13);
    const T v25 = constant<T>(1.0) / v15;
    const T v26 = select_(v17, v25, constant<T>(6.703903964971299e+153));
    const T v27 = v15 * v15;
    const T v28 = constant<T>(1.0) / v27;
    const T v29 = v16 * v28;
    const T v30 = -(v29);
    const T v31 = select_(v17, v30, constant<T>(0.0));
    const T v32 = v13 * v24;
    const T v33 = v26 * v32;
    const T v34 = v31 * v32;
    const mask_t<T> v35 = v33 < constant<T>(1.0);
    const T v36 = select_(v35, v33, constant<T>(1.0));
    const T v37 = select_(v35, v34, constant<T>(0.0));
    const mask_t<T> v38 = v36 < constant<T>(0.5);
    const T v39 = constant<T>(2.0) * v26;
    const T v40 = constant<T>(2.0) * v31;
    const T v41 = select_(v14, v39, constant<T>(0.0));
    const T v42 = select_(v14, v40, constant<T>(0.0));
    const T v43 = select_(v38, v41, v24);
    const T v44 = select_(v38, v42, constant<T>(0.0));
    const T v45 = constant<T>(1.0) - v36;
    const T v46 = constant<T>(2.1333333333333333) * v36;
    const T v47 = constant<T>(2.1333333333333333) * v37;
    const T v48 = constant<T>(1.0666666666666667) + v46;
    const T v49 = v45 * v45;
    const T v50 = v37 * v45;
    const T v51 = -(v50);
    const T v52 = v51 - v50;
    const T v53 = v45 * v49;
    const T v54 = v45 * v52;
    const T v55 = v37 * v49;
    const T v56 = v54 - v55;
    const T v57 = v45 * v53;
    const T v58 = v45 * v56;
    const T v59 = v37 * v53;
    const T v60 = v58 - v59;
    const T v61 = v45 * v57;
    const T v62 = v45 * v60;
    const T v63 = v37 * v57;
    const T v64 = v62 - v63;
    const T v65 = v48 * v61;
    const T v66 = v47 * v61;
    const T v67 = v48 * v64;
    const T v68 = v66 + v67;
    const T v69 = constant<T>(1.0) - v65;
    const T v70 = -(v68);
    const T v71 = constant<T>(3.2) * v36;
    const T v72 = constant<T>(4.8) - v71;
    const T v73 = v36 * v72;
    const T v74 = v37 * v72;
    const T v75 = v36 * v73;
    const T v76 = v37 * v73;
    const T v77 = constant<T>(-2.6666666666666665) + v75;
    const T v78 = v36 * v77;
    const T v79 = v37 * v77;
    const T v80 = v36 * v78;
    const T v81 = v37 * v78;
    const T v82 = constant<T>(1.4) + v80;
    const T v83 = select_(v38, v82, v69);
    const T v84 = v44 * v83;
    const T v85 = constant<T>(10.666666666666666) * v36;
    const T v86 = constant<T>(-4.266666666666667) - v85;
    const T v87 = v36 * v86;
    const T v88 = v37 * v86;
    const T v89 = constant<T>(-1.0666666666666667) + v87;
    const T v90 = v57 * v89;
    const T v91 = v60 * v89;
    const T v92 = constant<T>(-1.0) - v90;
    const T v93 = v43 * v43;
    const T v94 = v43 * v44;
    const T v95 = constant<T>(2.0) * v94;
    const T v96 = v43 * v93;
    const T v97 = v43 * v95;
    const T v98 = v44 * v93;
    const T v99 = v97 + v98;
    const T v100 = constant<T>(4.0) * v36;
    const T v101 = constant<T>(4.8) - v100;
    const T v102 = v36 * v101;
    const T v103 = v37 * v101;
    const T v104 = v36 * v102;
    const T v105 = v37 * v102;
    const T v106 = constant<T>(-1.3333333333333333) + v104;
    const T v107 = select_(v38, v106, v92);
    const T v108 = v99 * v107;
    const T v109 = v37 * v71;
    const T v110 = v74 - v109;
    const T v111 = v36 * v110;
    const T v112 = v76 + v111;
    const T v113 = v36 * v112;
    const T v114 = v79 + v113;
    const T v115 = v36 * v114;
    const T v116 = v81 + v115;
    const T v117 = select_(v38, v116, v70);
    const T v118 = v43 * v117;
    const T v119 = v84 + v118;
    const T v120 = v37 * v85;
    const T v121 = v88 - v120;
    const T v122 = v57 * v121;
    const T v123 = v91 + v122;
    const T v124 = -(v123);
    const T v125 = v37 * v100;
    const T v126 = v103 - v125;
    const T v127 = v36 * v126;
    const T v128 = v105 + v127;
    const T v129 = select_(v38, v128, v124);
    const T v130 = v96 * v129;
    const T v131 = v108 + v130;
    const T v132 = v3 * v119;
    const T v133 = v23 * v131;
    acc[0] += v132;
    acc[0] += v133;
  }
  template <class T>
  HD static void nearness(const T* d, const T* w, const T* p, T* near) {
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
    near[0] = v11;
  }
  template <class T>
  HD static void simple(const T* d, const T* w, const T* p, T* acc) {
    acc[0] += constant<T>(0.0);
  }
};

struct Pair_8563fb5157222fa7 {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 4;
  static constexpr bool BRANCHES = false;
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
    const mask_t<T> v10 = constant<T>(0.0) < v9;
    const T v11 = v4 * v4;
    const T v12 = v11 * constant<T>(0.3333333333333333);
    const T v13 = v4 * v12;
    const T v14 = rsqrt_apart_(v9);
    const T v15 = v9 * v14;
    const T v16 = v4 * v15;
    const T v17 = cos_(v16);
    const T v18 = v4 * v17;
    const T v19 = sin_(v16);
    const T v20 = v14 * v19;
    const T v21 = v20 - v18;
    const T v22 = v14 * v14;
    const T v23 = v21 * v22;
    const T v24 = -(v23);
    const mask_t<T> v25 = v16 < constant<T>(1.0);
    const T v26 = select_(v25, v16, constant<T>(0.0));
    const T v27 = v26 * v26;
    const T v28 = constant<T>(0.0024154589371980675) * v27;
    const T v29 = constant<T>(1.0) - v28;
    const T v30 = constant<T>(0.002976190476190476) * v29;
    const T v31 = v27 * v30;
    const T v32 = constant<T>(1.0) - v31;
    const T v33 = constant<T>(0.0037593984962406013) * v32;
    const T v34 = v27 * v33;
    const T v35 = constant<T>(1.0) - v34;
    const T v36 = constant<T>(0.004901960784313725) * v35;
    const T v37 = v27 * v36;
    const T v38 = constant<T>(1.0) - v37;
    const T v39 = constant<T>(0.006666666666666667) * v38;
    const T v40 = v27 * v39;
    const T v41 = constant<T>(1.0) - v40;
    const T v42 = constant<T>(0.009615384615384616) * v41;
    const T v43 = v27 * v42;
    const T v44 = constant<T>(1.0) - v43;
    const T v45 = constant<T>(0.015151515151515152) * v44;
    const T v46 = v27 * v45;
    const T v47 = constant<T>(1.0) - v46;
    const T v48 = constant<T>(0.027777777777777776) * v47;
    const T v49 = v27 * v48;
    const T v50 = constant<T>(1.0) - v49;
    const T v51 = constant<T>(0.07142857142857142) * v50;
    const T v52 = v27 * v51;
    const T v53 = constant<T>(1.0) - v52;
    const T v54 = constant<T>(0.0026455026455026454) * v27;
    const T v55 = constant<T>(1.0) - v54;
    const T v56 = constant<T>(0.003289473684210526) * v55;
    const T v57 = v27 * v56;
    const T v58 = constant<T>(1.0) - v57;
    const T v59 = constant<T>(0.004201680672268907) * v58;
    const T v60 = v27 * v59;
    const T v61 = constant<T>(1.0) - v60;
    const T v62 = constant<T>(0.005555555555555556) * v61;
    const T v63 = v27 * v62;
    const T v64 = constant<T>(1.0) - v63;
    const T v65 = constant<T>(0.007692307692307693) * v64;
    const T v66 = v27 * v65;
    const T v67 = constant<T>(1.0) - v66;
    const T v68 = constant<T>(0.011363636363636364) * v67;
    const T v69 = v27 * v68;
    const T v70 = constant<T>(1.0) - v69;
    const T v71 = constant<T>(0.018518518518518517) * v70;
    const T v72 = v27 * v71;
    const T v73 = constant<T>(1.0) - v72;
    const T v74 = constant<T>(0.03571428571428571) * v73;
    const T v75 = v27 * v74;
    const T v76 = constant<T>(1.0) - v75;
    const T v77 = constant<T>(0.1) * v76;
    const T v78 = v27 * v77;
    const T v79 = constant<T>(1.0) - v78;
    const T v80 = constant<T>(0.06666666666666667) * v53;
    const T v81 = v27 * v80;
    const T v82 = v79 - v81;
    const mask_t<T> v83 = v10 & v25;
    const T v84 = v4 * v82;
    const T v85 = select_(v83, v84, v20);
    const T v86 = v13 * v79;
    const T v87 = -(v86);
    const T v88 = select_(v83, v87, v24);
    const T v89 = v3 * v85;
    const T v90 = v3 * v88;
    const T v91 = v0 * v90;
    const T v92 = v1 * v90;
    const T v93 = v2 * v90;
    acc[0] += v89;
    acc[1] += v91;
    acc[2] += v92;
    acc[3] += v93;
  }
};

struct Pair_7d1ff55f63c797ad {
  static constexpr int DIM = 3, WEIGHTS = 2, PARAMETERS = 1, RESULTS = 8;
  static constexpr bool BRANCHES = false;
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
    const mask_t<T> v11 = constant<T>(0.0) < v10;
    const T v12 = v5 * v5;
    const T v13 = v12 * constant<T>(0.3333333333333333);
    const T v14 = v5 * v13;
    const T v15 = rsqrt_apart_(v10);
    const T v16 = v10 * v15;
    const T v17 = v5 * v16;
    const T v18 = cos_(v17);
    const T v19 = v5 * v18;
    const T v20 = sin_(v17);
    const T v21 = v15 * v20;
    const T v22 = v21 - v19;
    const T v23 = v15 * v15;
    const T v24 = v22 * v23;
    const T v25 = -(v24);
    const mask_t<T> v26 = v17 < constant<T>(1.0);
    const T v27 = select_(v26, v17, constant<T>(0.0));
    const T v28 = v27 * v27;
    const T v29 = constant<T>(0.0024154589371980675) * v28;
    const T v30 = constant<T>(1.0) - v29;
    const T v31 = constant<T>(0.002976190476190476) * v30;
    const T v32 = v28 * v31;
    const T v33 = constant<T>(1.0) - v32;
    const T v34 = constant<T>(0.0037593984962406013) * v33;
    const T v35 = v28 * v34;
    const T v36 = constant<T>(1.0) - v35;
    const T v37 = constant<T>(0.004901960784313725) * v36;
    const T v38 = v28 * v37;
    const T v39 = constant<T>(1.0) - v38;
    const T v40 = constant<T>(0.006666666666666667) * v39;
    const T v41 = v28 * v40;
    const T v42 = constant<T>(1.0) - v41;
    const T v43 = constant<T>(0.009615384615384616) * v42;
    const T v44 = v28 * v43;
    const T v45 = constant<T>(1.0) - v44;
    const T v46 = constant<T>(0.015151515151515152) * v45;
    const T v47 = v28 * v46;
    const T v48 = constant<T>(1.0) - v47;
    const T v49 = constant<T>(0.027777777777777776) * v48;
    const T v50 = v28 * v49;
    const T v51 = constant<T>(1.0) - v50;
    const T v52 = constant<T>(0.07142857142857142) * v51;
    const T v53 = v28 * v52;
    const T v54 = constant<T>(1.0) - v53;
    const T v55 = constant<T>(0.0026455026455026454) * v28;
    const T v56 = constant<T>(1.0) - v55;
    const T v57 = constant<T>(0.003289473684210526) * v56;
    const T v58 = v28 * v57;
    const T v59 = constant<T>(1.0) - v58;
    const T v60 = constant<T>(0.004201680672268907) * v59;
    const T v61 = v28 * v60;
    const T v62 = constant<T>(1.0) - v61;
    const T v63 = constant<T>(0.005555555555555556) * v62;
    const T v64 = v28 * v63;
    const T v65 = constant<T>(1.0) - v64;
    const T v66 = constant<T>(0.007692307692307693) * v65;
    const T v67 = v28 * v66;
    const T v68 = constant<T>(1.0) - v67;
    const T v69 = constant<T>(0.011363636363636364) * v68;
    const T v70 = v28 * v69;
    const T v71 = constant<T>(1.0) - v70;
    const T v72 = constant<T>(0.018518518518518517) * v71;
    const T v73 = v28 * v72;
    const T v74 = constant<T>(1.0) - v73;
    const T v75 = constant<T>(0.03571428571428571) * v74;
    const T v76 = v28 * v75;
    const T v77 = constant<T>(1.0) - v76;
    const T v78 = constant<T>(0.1) * v77;
    const T v79 = v28 * v78;
    const T v80 = constant<T>(1.0) - v79;
    const T v81 = constant<T>(0.06666666666666667) * v54;
    const T v82 = v28 * v81;
    const T v83 = v80 - v82;
    const mask_t<T> v84 = v11 & v26;
    const T v85 = v5 * v83;
    const T v86 = select_(v84, v85, v21);
    const T v87 = v14 * v80;
    const T v88 = -(v87);
    const T v89 = select_(v84, v88, v25);
    const T v90 = v3 * v86;
    const T v91 = v3 * v89;
    const T v92 = v0 * v91;
    const T v93 = v1 * v91;
    const T v94 = v2 * v91;
    const T v95 = v4 * v86;
    const T v96 = v4 * v89;
    const T v97 = v0 * v96;
    const T v98 = v1 * v96;
    const T v99 = v2 * v96;
    acc[0] += v90;
    acc[1] += v95;
    acc[2] += v92;
    acc[3] += v97;
    acc[4] += v93;
    acc[5] += v98;
    acc[6] += v94;
    acc[7] += v99;
  }
};

}  // namespace

#include "p2p_cpu.h"

JAXFMM_KERNEL(p2p_Pair_90c3ed4e3fb98de8_f32) { return p2p<Pair_90c3ed4e3fb98de8, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_f36b2ed8e497380d_f32) { return p2p<Pair_f36b2ed8e497380d, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_5fc3d532d24b3b22_f32) { return p2p<Pair_5fc3d532d24b3b22, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_d9748a4383cc87ee_f32) { return p2p<Pair_d9748a4383cc87ee, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_1018372d5ffcfdff_f32) { return p2p<Pair_1018372d5ffcfdff, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_4ef0ed2390c57ad4_f32) { return p2p<Pair_4ef0ed2390c57ad4, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_abc094329de9bd85_f32) { return p2p<Pair_abc094329de9bd85, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_8774fbf8788156ed_f32) { return p2p<Pair_8774fbf8788156ed, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_a8fa65206a822007_f32) { return p2p<Pair_a8fa65206a822007, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_66f1531f7f413dcc_f32) { return p2p<Pair_66f1531f7f413dcc, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_1bc514e1bf0c931d_f32) { return p2p<Pair_1bc514e1bf0c931d, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_ec664c166a96d130_f32) { return p2p<Pair_ec664c166a96d130, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_1ca412234e0d77f7_f32) { return p2p<Pair_1ca412234e0d77f7, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_0173a1a25760212d_f32) { return p2p<Pair_0173a1a25760212d, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_06d726a94c3e1296_f32) { return p2p<Pair_06d726a94c3e1296, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_be7a90c53a5ad746_f32) { return p2p<Pair_be7a90c53a5ad746, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_10a955e182d5dc27_f32) { return p2p<Pair_10a955e182d5dc27, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_7cd1d3b7fda77670_f32) { return p2p<Pair_7cd1d3b7fda77670, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_6f34c2f020dfdd9a_f32) { return p2p<Pair_6f34c2f020dfdd9a, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_c33481fe58f562ba_f32) { return p2p<Pair_c33481fe58f562ba, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_1da530ba11e26a78_f32) { return p2p<Pair_1da530ba11e26a78, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_55841ea8bb636ad5_f32) { return p2p<Pair_55841ea8bb636ad5, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_a80cfc1b2c7004bb_f32) { return p2p<Pair_a80cfc1b2c7004bb, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_92ac0f48ea3f707a_f32) { return p2p<Pair_92ac0f48ea3f707a, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_21a82862313301c2_f32) { return p2p<Pair_21a82862313301c2, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_d9b597c14c8d970b_f32) { return p2p<Pair_d9b597c14c8d970b, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_b76693e78a45431a_f32) { return p2p<Pair_b76693e78a45431a, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_27a215d016334eef_f32) { return p2p<Pair_27a215d016334eef, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_a5592fff02448556_f32) { return p2p<Pair_a5592fff02448556, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_989798d988e19fe2_f32) { return p2p<Pair_989798d988e19fe2, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_91f4bd7c38dbbad0_f32) { return p2p<Pair_91f4bd7c38dbbad0, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_3d4da19f572c2d9d_f32) { return p2p<Pair_3d4da19f572c2d9d, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_175f936e04d05dac_f32) { return p2p<Pair_175f936e04d05dac, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_eb03f73f1dc3bfce_f32) { return p2p<Pair_eb03f73f1dc3bfce, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_ddb813e12efc01ef_f32) { return p2p<Pair_ddb813e12efc01ef, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_65fdbffd24f62fbc_f32) { return p2p<Pair_65fdbffd24f62fbc, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_b39db1df7a9a6ffe_f32) { return p2p<Pair_b39db1df7a9a6ffe, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_394024ae34d9930c_f32) { return p2p<Pair_394024ae34d9930c, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_d02d551280bd7bfe_f32) { return p2p<Pair_d02d551280bd7bfe, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_4d67683980785e59_f32) { return p2p<Pair_4d67683980785e59, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_32c7f5da182c1b11_f32) { return p2p<Pair_32c7f5da182c1b11, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_9fdf462db1e51eb8_f32) { return p2p<Pair_9fdf462db1e51eb8, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_8253ce1376a64560_f32) { return p2p<Pair_8253ce1376a64560, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_12f5a47c5dff970e_f32) { return p2p<Pair_12f5a47c5dff970e, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_d8c17653cd558c8b_f32) { return p2p<Pair_d8c17653cd558c8b, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_27a9548e38b73a6e_f32) { return p2p<Pair_27a9548e38b73a6e, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_3749b6daaa3782f1_f32) { return p2p<Pair_3749b6daaa3782f1, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_cf6e5b25ae32c9d0_f32) { return p2p<Pair_cf6e5b25ae32c9d0, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_ea6b7ba25ee75c11_f32) { return p2p<Pair_ea6b7ba25ee75c11, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_18a45e4845ee9edb_f32) { return p2p<Pair_18a45e4845ee9edb, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_c8b78f5a66ed18e8_f32) { return p2p<Pair_c8b78f5a66ed18e8, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_291298662bd9a367_f32) { return p2p<Pair_291298662bd9a367, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_ffd976dd14b3d37f_f32) { return p2p<Pair_ffd976dd14b3d37f, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_99f949a18a965a81_f32) { return p2p<Pair_99f949a18a965a81, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_f6ee703e7ab95ffc_f32) { return p2p<Pair_f6ee703e7ab95ffc, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_34c596e49b4a38aa_f32) { return p2p<Pair_34c596e49b4a38aa, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_577d63cfc95c1aac_f32) { return p2p<Pair_577d63cfc95c1aac, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_7de2eb4337f7bd38_f32) { return p2p<Pair_7de2eb4337f7bd38, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_f63b802f448f74bf_f32) { return p2p<Pair_f63b802f448f74bf, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_dde35a0e9455f01b_f32) { return p2p<Pair_dde35a0e9455f01b, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_faef6decc71a8c63_f32) { return p2p<Pair_faef6decc71a8c63, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_bdc1f819358f9ca2_f32) { return p2p<Pair_bdc1f819358f9ca2, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_159c4347a41206a4_f32) { return p2p<Pair_159c4347a41206a4, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_1d99f185130b1738_f32) { return p2p<Pair_1d99f185130b1738, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_1b3e51361de3d134_f32) { return p2p<Pair_1b3e51361de3d134, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_913b918a97fac4d0_f32) { return p2p<Pair_913b918a97fac4d0, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_6b6b3541e9ab23fd_f32) { return p2p<Pair_6b6b3541e9ab23fd, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_88d21e7f327cf8f7_f32) { return p2p<Pair_88d21e7f327cf8f7, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_16f91d468ce4b9b3_f32) { return p2p<Pair_16f91d468ce4b9b3, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_3d16e16836bdcd5b_f32) { return p2p<Pair_3d16e16836bdcd5b, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_3506730af80ff303_f32) { return p2p<Pair_3506730af80ff303, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_2dade698dfcc7f9b_f32) { return p2p<Pair_2dade698dfcc7f9b, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_5171cf69523aef29_f32) { return p2p<Pair_5171cf69523aef29, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_8fc4c957d791b142_f32) { return p2p<Pair_8fc4c957d791b142, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_d6da29a78c51c8ea_f32) { return p2p<Pair_d6da29a78c51c8ea, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_a204f26eede1bc57_f32) { return p2p<Pair_a204f26eede1bc57, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_7cc8aa873f237db5_f32) { return p2p<Pair_7cc8aa873f237db5, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_5b0de7a2bb8cf72c_f32) { return p2p<Pair_5b0de7a2bb8cf72c, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_bb4c452cdedf5da5_f32) { return p2p<Pair_bb4c452cdedf5da5, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_7d0c1590ba9dc939_f32) { return p2p<Pair_7d0c1590ba9dc939, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_d9503e9c30281a6e_f32) { return p2p<Pair_d9503e9c30281a6e, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_c82714c6af7e3a8a_f32) { return p2p<Pair_c82714c6af7e3a8a, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_c7427ffa2f83cfb3_f32) { return p2p<Pair_c7427ffa2f83cfb3, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_8cf7b2f903c1ae9e_f32) { return p2p<Pair_8cf7b2f903c1ae9e, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_34ab692575caef49_f32) { return p2p<Pair_34ab692575caef49, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_8cb8ece10577f0ad_f32) { return p2p<Pair_8cb8ece10577f0ad, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_c565e1bdf8b822ff_f32) { return p2p<Pair_c565e1bdf8b822ff, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_aba1e93490d10789_f32) { return p2p<Pair_aba1e93490d10789, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_5f1ea8b84d2366ed_f32) { return p2p<Pair_5f1ea8b84d2366ed, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_e054045bc2af1932_f32) { return p2p<Pair_e054045bc2af1932, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_501085c7bf1cb593_f32) { return p2p<Pair_501085c7bf1cb593, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_d0629ab991a6dcf4_f32) { return p2p<Pair_d0629ab991a6dcf4, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_75b7963e799e1937_f32) { return p2p<Pair_75b7963e799e1937, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_dc5cd06a20c29581_f32) { return p2p<Pair_dc5cd06a20c29581, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_a0b3859a04b163cc_f32) { return p2p<Pair_a0b3859a04b163cc, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_6ac5d88fadfc022a_f32) { return p2p<Pair_6ac5d88fadfc022a, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_915b0e024a905a0f_f32) { return p2p<Pair_915b0e024a905a0f, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_eb56940d8746eff4_f32) { return p2p<Pair_eb56940d8746eff4, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_0ab2a02a18433966_f32) { return p2p<Pair_0ab2a02a18433966, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_136552ff1466149a_f32) { return p2p<Pair_136552ff1466149a, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_10abf943dbb6fc1a_f32) { return p2p<Pair_10abf943dbb6fc1a, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_05093e0d54383610_f32) { return p2p<Pair_05093e0d54383610, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_4257d893176f5a52_f32) { return p2p<Pair_4257d893176f5a52, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_350b0d497ba9a14a_f32) { return p2p<Pair_350b0d497ba9a14a, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_b898f95d14ee9753_f32) { return p2p<Pair_b898f95d14ee9753, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_824aa7046598e6a7_f32) { return p2p<Pair_824aa7046598e6a7, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_955abfdcefbb1a7d_f32) { return p2p<Pair_955abfdcefbb1a7d, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_b2166932494d103e_f32) { return p2p<Pair_b2166932494d103e, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_3024f43b55578a4d_f32) { return p2p<Pair_3024f43b55578a4d, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_deabf7534c547da8_f32) { return p2p<Pair_deabf7534c547da8, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_30fbedbd5e74b700_f32) { return p2p<Pair_30fbedbd5e74b700, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_ac3f8ef91c1d0a70_f32) { return p2p<Pair_ac3f8ef91c1d0a70, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_fe80690aaa7be894_f32) { return p2p<Pair_fe80690aaa7be894, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_26095e9bd63c9544_f32) { return p2p<Pair_26095e9bd63c9544, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_ed8529f35e825986_f32) { return p2p<Pair_ed8529f35e825986, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_8715a0f1d7480490_f32) { return p2p<Pair_8715a0f1d7480490, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_b1a507a8e52899da_f32) { return p2p<Pair_b1a507a8e52899da, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_0d6b544baae246cb_f32) { return p2p<Pair_0d6b544baae246cb, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_d6fb8ab9e0d4dd1b_f32) { return p2p<Pair_d6fb8ab9e0d4dd1b, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_4d093ee813ba1cc3_f32) { return p2p<Pair_4d093ee813ba1cc3, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_b7d7465879de0e75_f32) { return p2p<Pair_b7d7465879de0e75, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_e065b404f73a9d56_f32) { return p2p<Pair_e065b404f73a9d56, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_8158310c12963947_f32) { return p2p<Pair_8158310c12963947, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_49417efaa5162146_f32) { return p2p<Pair_49417efaa5162146, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_6a2c450c65530354_f32) { return p2p<Pair_6a2c450c65530354, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_e40263c13f015908_f32) { return p2p<Pair_e40263c13f015908, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_65a6bf826b3a75ff_f32) { return p2p<Pair_65a6bf826b3a75ff, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_42672a3dae18cdca_f32) { return p2p<Pair_42672a3dae18cdca, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_8a4109c90fd6e46d_f32) { return p2p<Pair_8a4109c90fd6e46d, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_bb25a45b19be7eec_f32) { return p2p<Pair_bb25a45b19be7eec, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_664491ed71e7b973_f32) { return p2p<Pair_664491ed71e7b973, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_9879147b4d9861dc_f32) { return p2p<Pair_9879147b4d9861dc, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_b6cdd362b86d4826_f32) { return p2p<Pair_b6cdd362b86d4826, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_e022de9edd1e3f5f_f32) { return p2p<Pair_e022de9edd1e3f5f, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_b4f19d42d5b5daf9_f32) { return p2p<Pair_b4f19d42d5b5daf9, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_f46e6f20b6ffbfc4_f32) { return p2p<Pair_f46e6f20b6ffbfc4, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_7dfa8a6a48b61981_f32) { return p2p<Pair_7dfa8a6a48b61981, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_26b630d0189697f0_f32) { return p2p<Pair_26b630d0189697f0, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_7b209738dfc29794_f32) { return p2p<Pair_7b209738dfc29794, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_038bc4d78d6cfb9e_f32) { return p2p<Pair_038bc4d78d6cfb9e, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_8c330cf833fef82f_f32) { return p2p<Pair_8c330cf833fef82f, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_7d4061d4c58125b5_f32) { return p2p<Pair_7d4061d4c58125b5, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_0c3a522ea53ca627_f32) { return p2p<Pair_0c3a522ea53ca627, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_c4efe77cb4a23fa0_f32) { return p2p<Pair_c4efe77cb4a23fa0, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_c58cedd40d2b6b9e_f32) { return p2p<Pair_c58cedd40d2b6b9e, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_2414f4529f2aa6dc_f32) { return p2p<Pair_2414f4529f2aa6dc, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_6d0eb45fb5bcc57d_f32) { return p2p<Pair_6d0eb45fb5bcc57d, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_67ccf9d10370357d_f32) { return p2p<Pair_67ccf9d10370357d, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_e82a83d60bf88ea1_f32) { return p2p<Pair_e82a83d60bf88ea1, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_d62c360384221d91_f32) { return p2p<Pair_d62c360384221d91, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_1c6fc365859e8f4e_f32) { return p2p<Pair_1c6fc365859e8f4e, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_c375672448e2f391_f32) { return p2p<Pair_c375672448e2f391, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_476dbe51e541819d_f32) { return p2p<Pair_476dbe51e541819d, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_cab8c52bfb0fe56a_f32) { return p2p<Pair_cab8c52bfb0fe56a, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_0f1d2bfa986132c8_f32) { return p2p<Pair_0f1d2bfa986132c8, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_aec8ddcb518a0753_f32) { return p2p<Pair_aec8ddcb518a0753, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_5a2c06c9f0ec70f4_f32) { return p2p<Pair_5a2c06c9f0ec70f4, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_f6a5378ca322d46d_f32) { return p2p<Pair_f6a5378ca322d46d, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_0d10e9f7570566ef_f32) { return p2p<Pair_0d10e9f7570566ef, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_2168a827b451598d_f32) { return p2p<Pair_2168a827b451598d, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_940554a16881236a_f32) { return p2p<Pair_940554a16881236a, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_eda4e481b837ca8d_f32) { return p2p<Pair_eda4e481b837ca8d, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_cc012dc50336857c_f32) { return p2p<Pair_cc012dc50336857c, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_36bbb2a28b868946_f32) { return p2p<Pair_36bbb2a28b868946, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_c8cb0ee568caf652_f32) { return p2p<Pair_c8cb0ee568caf652, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_5e67ab6213928003_f32) { return p2p<Pair_5e67ab6213928003, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_e234668fd12ba003_f32) { return p2p<Pair_e234668fd12ba003, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_161e1eb6db9b2bf6_f32) { return p2p<Pair_161e1eb6db9b2bf6, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_9dfd2870e3ff3901_f32) { return p2p<Pair_9dfd2870e3ff3901, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_e2c03d46c38a626a_f32) { return p2p<Pair_e2c03d46c38a626a, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_0ac394343fe0d34e_f32) { return p2p<Pair_0ac394343fe0d34e, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_e8387361dd1f3c3f_f32) { return p2p<Pair_e8387361dd1f3c3f, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_211e380b720e8c26_f32) { return p2p<Pair_211e380b720e8c26, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_3fa09671d3392f04_f32) { return p2p<Pair_3fa09671d3392f04, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_879585157669f582_f32) { return p2p<Pair_879585157669f582, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_565f2e9f4cbfdbd7_f32) { return p2p<Pair_565f2e9f4cbfdbd7, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_6b1bd69d1788f1f9_f32) { return p2p<Pair_6b1bd69d1788f1f9, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_990475e1f43a00a3_f32) { return p2p<Pair_990475e1f43a00a3, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_f8deb9ddba88202d_f32) { return p2p<Pair_f8deb9ddba88202d, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_ad7510b11a5a1771_f32) { return p2p<Pair_ad7510b11a5a1771, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_29a92b4706249de6_f32) { return p2p<Pair_29a92b4706249de6, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_cb7435776c8d6216_f32) { return p2p<Pair_cb7435776c8d6216, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_a50d4f131205cd62_f32) { return p2p<Pair_a50d4f131205cd62, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_7477d23b45a724b4_f32) { return p2p<Pair_7477d23b45a724b4, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_b66e7a84a0e9bbd8_f32) { return p2p<Pair_b66e7a84a0e9bbd8, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_45bb72f32bfe3014_f32) { return p2p<Pair_45bb72f32bfe3014, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_ba09a7f8ead3f528_f32) { return p2p<Pair_ba09a7f8ead3f528, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_822941210b2baef0_f32) { return p2p<Pair_822941210b2baef0, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_ccf00e69256c360b_f32) { return p2p<Pair_ccf00e69256c360b, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_36602d5f7b5dcae0_f32) { return p2p<Pair_36602d5f7b5dcae0, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_6105dd23c1610360_f32) { return p2p<Pair_6105dd23c1610360, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_930719c4356ecc28_f32) { return p2p<Pair_930719c4356ecc28, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_90c3ed4e3fb98de8_f64) { return p2p<Pair_90c3ed4e3fb98de8, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_f36b2ed8e497380d_f64) { return p2p<Pair_f36b2ed8e497380d, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_5fc3d532d24b3b22_f64) { return p2p<Pair_5fc3d532d24b3b22, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_d9748a4383cc87ee_f64) { return p2p<Pair_d9748a4383cc87ee, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_1018372d5ffcfdff_f64) { return p2p<Pair_1018372d5ffcfdff, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_4ef0ed2390c57ad4_f64) { return p2p<Pair_4ef0ed2390c57ad4, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_abc094329de9bd85_f64) { return p2p<Pair_abc094329de9bd85, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_8774fbf8788156ed_f64) { return p2p<Pair_8774fbf8788156ed, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_a8fa65206a822007_f64) { return p2p<Pair_a8fa65206a822007, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_66f1531f7f413dcc_f64) { return p2p<Pair_66f1531f7f413dcc, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_1bc514e1bf0c931d_f64) { return p2p<Pair_1bc514e1bf0c931d, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_ec664c166a96d130_f64) { return p2p<Pair_ec664c166a96d130, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_1ca412234e0d77f7_f64) { return p2p<Pair_1ca412234e0d77f7, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_0173a1a25760212d_f64) { return p2p<Pair_0173a1a25760212d, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_06d726a94c3e1296_f64) { return p2p<Pair_06d726a94c3e1296, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_be7a90c53a5ad746_f64) { return p2p<Pair_be7a90c53a5ad746, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_10a955e182d5dc27_f64) { return p2p<Pair_10a955e182d5dc27, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_7cd1d3b7fda77670_f64) { return p2p<Pair_7cd1d3b7fda77670, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_6f34c2f020dfdd9a_f64) { return p2p<Pair_6f34c2f020dfdd9a, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_c33481fe58f562ba_f64) { return p2p<Pair_c33481fe58f562ba, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_1da530ba11e26a78_f64) { return p2p<Pair_1da530ba11e26a78, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_55841ea8bb636ad5_f64) { return p2p<Pair_55841ea8bb636ad5, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_a80cfc1b2c7004bb_f64) { return p2p<Pair_a80cfc1b2c7004bb, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_92ac0f48ea3f707a_f64) { return p2p<Pair_92ac0f48ea3f707a, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_21a82862313301c2_f64) { return p2p<Pair_21a82862313301c2, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_d9b597c14c8d970b_f64) { return p2p<Pair_d9b597c14c8d970b, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_b76693e78a45431a_f64) { return p2p<Pair_b76693e78a45431a, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_27a215d016334eef_f64) { return p2p<Pair_27a215d016334eef, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_a5592fff02448556_f64) { return p2p<Pair_a5592fff02448556, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_989798d988e19fe2_f64) { return p2p<Pair_989798d988e19fe2, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_91f4bd7c38dbbad0_f64) { return p2p<Pair_91f4bd7c38dbbad0, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_3d4da19f572c2d9d_f64) { return p2p<Pair_3d4da19f572c2d9d, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_175f936e04d05dac_f64) { return p2p<Pair_175f936e04d05dac, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_eb03f73f1dc3bfce_f64) { return p2p<Pair_eb03f73f1dc3bfce, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_e32ab2f05fe50164_f64) { return p2p<Pair_e32ab2f05fe50164, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_2840a75352101f49_f64) { return p2p<Pair_2840a75352101f49, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_6c92d29f4a34e0d7_f64) { return p2p<Pair_6c92d29f4a34e0d7, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_cfa6c3cbe8601021_f64) { return p2p<Pair_cfa6c3cbe8601021, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_988642cf9493bc35_f64) { return p2p<Pair_988642cf9493bc35, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_efa178256f7b3ae6_f64) { return p2p<Pair_efa178256f7b3ae6, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_71972c46da4be0ef_f64) { return p2p<Pair_71972c46da4be0ef, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_ad1598be9b9f1678_f64) { return p2p<Pair_ad1598be9b9f1678, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_ae068c3b881d8eb7_f64) { return p2p<Pair_ae068c3b881d8eb7, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_1bc376cbac4c7b31_f64) { return p2p<Pair_1bc376cbac4c7b31, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_eb2929d110e211b7_f64) { return p2p<Pair_eb2929d110e211b7, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_9733169ed9ae3876_f64) { return p2p<Pair_9733169ed9ae3876, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_f405fac140d50362_f64) { return p2p<Pair_f405fac140d50362, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_0d68fa611f2addb4_f64) { return p2p<Pair_0d68fa611f2addb4, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_ea6b7ba25ee75c11_f64) { return p2p<Pair_ea6b7ba25ee75c11, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_18a45e4845ee9edb_f64) { return p2p<Pair_18a45e4845ee9edb, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_c8b78f5a66ed18e8_f64) { return p2p<Pair_c8b78f5a66ed18e8, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_291298662bd9a367_f64) { return p2p<Pair_291298662bd9a367, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_ffd976dd14b3d37f_f64) { return p2p<Pair_ffd976dd14b3d37f, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_99f949a18a965a81_f64) { return p2p<Pair_99f949a18a965a81, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_f6ee703e7ab95ffc_f64) { return p2p<Pair_f6ee703e7ab95ffc, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_34c596e49b4a38aa_f64) { return p2p<Pair_34c596e49b4a38aa, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_577d63cfc95c1aac_f64) { return p2p<Pair_577d63cfc95c1aac, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_7de2eb4337f7bd38_f64) { return p2p<Pair_7de2eb4337f7bd38, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_f63b802f448f74bf_f64) { return p2p<Pair_f63b802f448f74bf, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_dde35a0e9455f01b_f64) { return p2p<Pair_dde35a0e9455f01b, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_faef6decc71a8c63_f64) { return p2p<Pair_faef6decc71a8c63, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_bdc1f819358f9ca2_f64) { return p2p<Pair_bdc1f819358f9ca2, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_159c4347a41206a4_f64) { return p2p<Pair_159c4347a41206a4, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_1d99f185130b1738_f64) { return p2p<Pair_1d99f185130b1738, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_1b3e51361de3d134_f64) { return p2p<Pair_1b3e51361de3d134, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_913b918a97fac4d0_f64) { return p2p<Pair_913b918a97fac4d0, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_6b6b3541e9ab23fd_f64) { return p2p<Pair_6b6b3541e9ab23fd, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_88d21e7f327cf8f7_f64) { return p2p<Pair_88d21e7f327cf8f7, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_16f91d468ce4b9b3_f64) { return p2p<Pair_16f91d468ce4b9b3, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_3d16e16836bdcd5b_f64) { return p2p<Pair_3d16e16836bdcd5b, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_3506730af80ff303_f64) { return p2p<Pair_3506730af80ff303, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_2dade698dfcc7f9b_f64) { return p2p<Pair_2dade698dfcc7f9b, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_5171cf69523aef29_f64) { return p2p<Pair_5171cf69523aef29, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_8fc4c957d791b142_f64) { return p2p<Pair_8fc4c957d791b142, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_d6da29a78c51c8ea_f64) { return p2p<Pair_d6da29a78c51c8ea, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_a204f26eede1bc57_f64) { return p2p<Pair_a204f26eede1bc57, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_7cc8aa873f237db5_f64) { return p2p<Pair_7cc8aa873f237db5, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_5b0de7a2bb8cf72c_f64) { return p2p<Pair_5b0de7a2bb8cf72c, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_bb4c452cdedf5da5_f64) { return p2p<Pair_bb4c452cdedf5da5, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_7d0c1590ba9dc939_f64) { return p2p<Pair_7d0c1590ba9dc939, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_d9503e9c30281a6e_f64) { return p2p<Pair_d9503e9c30281a6e, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_c82714c6af7e3a8a_f64) { return p2p<Pair_c82714c6af7e3a8a, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_c7427ffa2f83cfb3_f64) { return p2p<Pair_c7427ffa2f83cfb3, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_8cf7b2f903c1ae9e_f64) { return p2p<Pair_8cf7b2f903c1ae9e, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_34ab692575caef49_f64) { return p2p<Pair_34ab692575caef49, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_8cb8ece10577f0ad_f64) { return p2p<Pair_8cb8ece10577f0ad, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_c565e1bdf8b822ff_f64) { return p2p<Pair_c565e1bdf8b822ff, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_aba1e93490d10789_f64) { return p2p<Pair_aba1e93490d10789, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_5f1ea8b84d2366ed_f64) { return p2p<Pair_5f1ea8b84d2366ed, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_e054045bc2af1932_f64) { return p2p<Pair_e054045bc2af1932, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_501085c7bf1cb593_f64) { return p2p<Pair_501085c7bf1cb593, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_d0629ab991a6dcf4_f64) { return p2p<Pair_d0629ab991a6dcf4, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_75b7963e799e1937_f64) { return p2p<Pair_75b7963e799e1937, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_dc5cd06a20c29581_f64) { return p2p<Pair_dc5cd06a20c29581, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_a0b3859a04b163cc_f64) { return p2p<Pair_a0b3859a04b163cc, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_6ac5d88fadfc022a_f64) { return p2p<Pair_6ac5d88fadfc022a, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_915b0e024a905a0f_f64) { return p2p<Pair_915b0e024a905a0f, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_eb56940d8746eff4_f64) { return p2p<Pair_eb56940d8746eff4, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_0ab2a02a18433966_f64) { return p2p<Pair_0ab2a02a18433966, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_136552ff1466149a_f64) { return p2p<Pair_136552ff1466149a, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_10abf943dbb6fc1a_f64) { return p2p<Pair_10abf943dbb6fc1a, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_05093e0d54383610_f64) { return p2p<Pair_05093e0d54383610, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_4257d893176f5a52_f64) { return p2p<Pair_4257d893176f5a52, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_350b0d497ba9a14a_f64) { return p2p<Pair_350b0d497ba9a14a, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_b898f95d14ee9753_f64) { return p2p<Pair_b898f95d14ee9753, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_824aa7046598e6a7_f64) { return p2p<Pair_824aa7046598e6a7, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_955abfdcefbb1a7d_f64) { return p2p<Pair_955abfdcefbb1a7d, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_b2166932494d103e_f64) { return p2p<Pair_b2166932494d103e, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_3024f43b55578a4d_f64) { return p2p<Pair_3024f43b55578a4d, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_deabf7534c547da8_f64) { return p2p<Pair_deabf7534c547da8, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_30fbedbd5e74b700_f64) { return p2p<Pair_30fbedbd5e74b700, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_ac3f8ef91c1d0a70_f64) { return p2p<Pair_ac3f8ef91c1d0a70, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_fe80690aaa7be894_f64) { return p2p<Pair_fe80690aaa7be894, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_26095e9bd63c9544_f64) { return p2p<Pair_26095e9bd63c9544, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_ed8529f35e825986_f64) { return p2p<Pair_ed8529f35e825986, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_8715a0f1d7480490_f64) { return p2p<Pair_8715a0f1d7480490, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_b1a507a8e52899da_f64) { return p2p<Pair_b1a507a8e52899da, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_0d6b544baae246cb_f64) { return p2p<Pair_0d6b544baae246cb, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_d6fb8ab9e0d4dd1b_f64) { return p2p<Pair_d6fb8ab9e0d4dd1b, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_4d093ee813ba1cc3_f64) { return p2p<Pair_4d093ee813ba1cc3, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_b7d7465879de0e75_f64) { return p2p<Pair_b7d7465879de0e75, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_e065b404f73a9d56_f64) { return p2p<Pair_e065b404f73a9d56, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_8158310c12963947_f64) { return p2p<Pair_8158310c12963947, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_49417efaa5162146_f64) { return p2p<Pair_49417efaa5162146, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_6a2c450c65530354_f64) { return p2p<Pair_6a2c450c65530354, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_e40263c13f015908_f64) { return p2p<Pair_e40263c13f015908, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_65a6bf826b3a75ff_f64) { return p2p<Pair_65a6bf826b3a75ff, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_42672a3dae18cdca_f64) { return p2p<Pair_42672a3dae18cdca, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_8a4109c90fd6e46d_f64) { return p2p<Pair_8a4109c90fd6e46d, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_bb25a45b19be7eec_f64) { return p2p<Pair_bb25a45b19be7eec, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_664491ed71e7b973_f64) { return p2p<Pair_664491ed71e7b973, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_9879147b4d9861dc_f64) { return p2p<Pair_9879147b4d9861dc, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_b6cdd362b86d4826_f64) { return p2p<Pair_b6cdd362b86d4826, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_e022de9edd1e3f5f_f64) { return p2p<Pair_e022de9edd1e3f5f, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_b4f19d42d5b5daf9_f64) { return p2p<Pair_b4f19d42d5b5daf9, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_f46e6f20b6ffbfc4_f64) { return p2p<Pair_f46e6f20b6ffbfc4, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_7dfa8a6a48b61981_f64) { return p2p<Pair_7dfa8a6a48b61981, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_26b630d0189697f0_f64) { return p2p<Pair_26b630d0189697f0, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_541b805230165c91_f64) { return p2p<Pair_541b805230165c91, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_f91b085374ca61ad_f64) { return p2p<Pair_f91b085374ca61ad, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_ab47129fac468ed5_f64) { return p2p<Pair_ab47129fac468ed5, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_c0f2a71048f44fdd_f64) { return p2p<Pair_c0f2a71048f44fdd, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_afaa7cd7dde31d0a_f64) { return p2p<Pair_afaa7cd7dde31d0a, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_c4efe77cb4a23fa0_f64) { return p2p<Pair_c4efe77cb4a23fa0, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_c58cedd40d2b6b9e_f64) { return p2p<Pair_c58cedd40d2b6b9e, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_2414f4529f2aa6dc_f64) { return p2p<Pair_2414f4529f2aa6dc, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_6d0eb45fb5bcc57d_f64) { return p2p<Pair_6d0eb45fb5bcc57d, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_67ccf9d10370357d_f64) { return p2p<Pair_67ccf9d10370357d, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_8563fb5157222fa7_f64) { return p2p<Pair_8563fb5157222fa7, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_d62c360384221d91_f64) { return p2p<Pair_d62c360384221d91, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_7d1ff55f63c797ad_f64) { return p2p<Pair_7d1ff55f63c797ad, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_c375672448e2f391_f64) { return p2p<Pair_c375672448e2f391, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_476dbe51e541819d_f64) { return p2p<Pair_476dbe51e541819d, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_cab8c52bfb0fe56a_f64) { return p2p<Pair_cab8c52bfb0fe56a, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_0f1d2bfa986132c8_f64) { return p2p<Pair_0f1d2bfa986132c8, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_aec8ddcb518a0753_f64) { return p2p<Pair_aec8ddcb518a0753, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_5a2c06c9f0ec70f4_f64) { return p2p<Pair_5a2c06c9f0ec70f4, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_f6a5378ca322d46d_f64) { return p2p<Pair_f6a5378ca322d46d, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_0d10e9f7570566ef_f64) { return p2p<Pair_0d10e9f7570566ef, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_2168a827b451598d_f64) { return p2p<Pair_2168a827b451598d, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_940554a16881236a_f64) { return p2p<Pair_940554a16881236a, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_eda4e481b837ca8d_f64) { return p2p<Pair_eda4e481b837ca8d, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_cc012dc50336857c_f64) { return p2p<Pair_cc012dc50336857c, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_36bbb2a28b868946_f64) { return p2p<Pair_36bbb2a28b868946, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_c8cb0ee568caf652_f64) { return p2p<Pair_c8cb0ee568caf652, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_5e67ab6213928003_f64) { return p2p<Pair_5e67ab6213928003, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_e234668fd12ba003_f64) { return p2p<Pair_e234668fd12ba003, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_161e1eb6db9b2bf6_f64) { return p2p<Pair_161e1eb6db9b2bf6, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_9dfd2870e3ff3901_f64) { return p2p<Pair_9dfd2870e3ff3901, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_e2c03d46c38a626a_f64) { return p2p<Pair_e2c03d46c38a626a, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_0ac394343fe0d34e_f64) { return p2p<Pair_0ac394343fe0d34e, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_e8387361dd1f3c3f_f64) { return p2p<Pair_e8387361dd1f3c3f, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_211e380b720e8c26_f64) { return p2p<Pair_211e380b720e8c26, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_3fa09671d3392f04_f64) { return p2p<Pair_3fa09671d3392f04, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_879585157669f582_f64) { return p2p<Pair_879585157669f582, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_565f2e9f4cbfdbd7_f64) { return p2p<Pair_565f2e9f4cbfdbd7, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_6b1bd69d1788f1f9_f64) { return p2p<Pair_6b1bd69d1788f1f9, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_990475e1f43a00a3_f64) { return p2p<Pair_990475e1f43a00a3, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_f8deb9ddba88202d_f64) { return p2p<Pair_f8deb9ddba88202d, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_ad7510b11a5a1771_f64) { return p2p<Pair_ad7510b11a5a1771, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_29a92b4706249de6_f64) { return p2p<Pair_29a92b4706249de6, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_cb7435776c8d6216_f64) { return p2p<Pair_cb7435776c8d6216, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_a50d4f131205cd62_f64) { return p2p<Pair_a50d4f131205cd62, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_7477d23b45a724b4_f64) { return p2p<Pair_7477d23b45a724b4, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_b66e7a84a0e9bbd8_f64) { return p2p<Pair_b66e7a84a0e9bbd8, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_45bb72f32bfe3014_f64) { return p2p<Pair_45bb72f32bfe3014, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_ba09a7f8ead3f528_f64) { return p2p<Pair_ba09a7f8ead3f528, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_822941210b2baef0_f64) { return p2p<Pair_822941210b2baef0, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_ccf00e69256c360b_f64) { return p2p<Pair_ccf00e69256c360b, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_36602d5f7b5dcae0_f64) { return p2p<Pair_36602d5f7b5dcae0, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_6105dd23c1610360_f64) { return p2p<Pair_6105dd23c1610360, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_930719c4356ecc28_f64) { return p2p<Pair_930719c4356ecc28, vd, double>(buffers, scalars, phase, begin, end); }
