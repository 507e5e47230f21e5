// Written by custom_ops/generate.py: P2P for the sums that are used most.
#include "simd.h"

namespace {

struct Pair_f860d06bf87e6c62 {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 0, RESULTS = 1;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_52b1a4473581eda4 {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 0, RESULTS = 4;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_476359b221ef3b6c {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 0, RESULTS = 3;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_303c93e8705a9069 {
  static constexpr int DIM = 3, WEIGHTS = 3, PARAMETERS = 0, RESULTS = 1;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_bdec8457624c4439 {
  static constexpr int DIM = 3, WEIGHTS = 4, PARAMETERS = 0, RESULTS = 1;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_7f2c7210440b92f5 {
  static constexpr int DIM = 3, WEIGHTS = 4, PARAMETERS = 0, RESULTS = 4;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_58a2c631cb3b66f3 {
  static constexpr int DIM = 3, WEIGHTS = 3, PARAMETERS = 0, RESULTS = 4;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_d608d8175ff5695d {
  static constexpr int DIM = 3, WEIGHTS = 3, PARAMETERS = 0, RESULTS = 3;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_31104f4df49e5f1b {
  static constexpr int DIM = 3, WEIGHTS = 4, PARAMETERS = 0, RESULTS = 3;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_8d0947ef0baf1453 {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 0, RESULTS = 10;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_f8dfe798332d6544 {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 0, RESULTS = 6;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_d8fda7d870d7a89b {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 0, RESULTS = 9;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_a50508915b400f13 {
  static constexpr int DIM = 3, WEIGHTS = 4, PARAMETERS = 0, RESULTS = 10;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_f78f37e99a389d05 {
  static constexpr int DIM = 3, WEIGHTS = 0, PARAMETERS = 0, RESULTS = 1;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = v0 * v0;
    const T v4 = v1 * v1;
    const T v5 = v3 + v4;
    const T v6 = v2 * v2;
    const T v7 = v5 + v6;
    const T v8 = rsqrt_apart_(v7);
    acc[0] += v8;
  }
};

struct Pair_d0565089371be1c1 {
  static constexpr int DIM = 3, WEIGHTS = 0, PARAMETERS = 0, RESULTS = 4;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = v0 * v0;
    const T v4 = v1 * v1;
    const T v5 = v3 + v4;
    const T v6 = v2 * v2;
    const T v7 = v5 + v6;
    const T v8 = rsqrt_apart_(v7);
    const T v9 = v8 * v8;
    const T v10 = v8 * v9;
    const T v11 = v0 * v10;
    const T v12 = -(v11);
    const T v13 = v1 * v10;
    const T v14 = -(v13);
    const T v15 = v2 * v10;
    const T v16 = -(v15);
    acc[0] += v8;
    acc[1] += v12;
    acc[2] += v14;
    acc[3] += v16;
  }
};

struct Pair_6bda5e7fd5c623d1 {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 1;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_26a17a32ded9ef1e {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 4;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_32c40ecea5a23575 {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 3;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_ed7fa4c1ae33aefa {
  static constexpr int DIM = 3, WEIGHTS = 3, PARAMETERS = 1, RESULTS = 1;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_925656dba00910e5 {
  static constexpr int DIM = 3, WEIGHTS = 4, PARAMETERS = 1, RESULTS = 1;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_7efe8c3b77a37901 {
  static constexpr int DIM = 3, WEIGHTS = 4, PARAMETERS = 1, RESULTS = 4;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_251c24d42a353bc5 {
  static constexpr int DIM = 3, WEIGHTS = 3, PARAMETERS = 1, RESULTS = 4;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_860356c303878031 {
  static constexpr int DIM = 3, WEIGHTS = 3, PARAMETERS = 1, RESULTS = 3;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_c02c014d17dc711c {
  static constexpr int DIM = 3, WEIGHTS = 4, PARAMETERS = 1, RESULTS = 3;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_cb8bc9b30521aa4c {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 10;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_f14102dca8a5ee43 {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 6;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_2767d7cd946558be {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 9;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_8f7b9d00e7d7d167 {
  static constexpr int DIM = 3, WEIGHTS = 4, PARAMETERS = 1, RESULTS = 10;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_a2b89f4853a6545d {
  static constexpr int DIM = 3, WEIGHTS = 0, PARAMETERS = 1, RESULTS = 1;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
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
    const T v10 = rsqrt_apart_(v8, v9);
    acc[0] += v10;
  }
};

struct Pair_0ca5042e8424fb06 {
  static constexpr int DIM = 3, WEIGHTS = 0, PARAMETERS = 1, RESULTS = 4;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
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
    const T v10 = rsqrt_apart_(v8, v9);
    const T v11 = v10 * v10;
    const T v12 = v10 * v11;
    const T v13 = v0 * v12;
    const T v14 = -(v13);
    const T v15 = v1 * v12;
    const T v16 = -(v15);
    const T v17 = v2 * v12;
    const T v18 = -(v17);
    acc[0] += v10;
    acc[1] += v14;
    acc[2] += v16;
    acc[3] += v18;
  }
};

struct Pair_22f431758783b97d {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 1;
  static constexpr bool BRANCHES = true;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_4a4f1c3d83ac5b32 {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 4;
  static constexpr bool BRANCHES = true;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_bef905fa2da2ec79 {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 3;
  static constexpr bool BRANCHES = true;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_1ded542ea8aca721 {
  static constexpr int DIM = 3, WEIGHTS = 3, PARAMETERS = 1, RESULTS = 1;
  static constexpr bool BRANCHES = true;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_7d6d090260a10857 {
  static constexpr int DIM = 3, WEIGHTS = 4, PARAMETERS = 1, RESULTS = 1;
  static constexpr bool BRANCHES = true;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_fa73931e3c81878e {
  static constexpr int DIM = 3, WEIGHTS = 4, PARAMETERS = 1, RESULTS = 4;
  static constexpr bool BRANCHES = true;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_6fb2137570e6cd1a {
  static constexpr int DIM = 3, WEIGHTS = 3, PARAMETERS = 1, RESULTS = 4;
  static constexpr bool BRANCHES = true;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_064acf31ac37e70c {
  static constexpr int DIM = 3, WEIGHTS = 3, PARAMETERS = 1, RESULTS = 3;
  static constexpr bool BRANCHES = true;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_2727a469f9ba3ca8 {
  static constexpr int DIM = 3, WEIGHTS = 4, PARAMETERS = 1, RESULTS = 3;
  static constexpr bool BRANCHES = true;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_eefd6a95460ed36e {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 10;
  static constexpr bool BRANCHES = true;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_b6fbc6182c2d911c {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 6;
  static constexpr bool BRANCHES = true;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_9bc3890a2fe99fe5 {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 9;
  static constexpr bool BRANCHES = true;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_4bf72b01aa8cefc0 {
  static constexpr int DIM = 4, WEIGHTS = 1, PARAMETERS = 0, RESULTS = 1;
  static constexpr bool BRANCHES = true;
  static constexpr bool FEW_NEAR = false;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = w[-1];
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
    const T v0 = w[-1];
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

struct Pair_d27b994b565b0a02 {
  static constexpr int DIM = 4, WEIGHTS = 1, PARAMETERS = 0, RESULTS = 4;
  static constexpr bool BRANCHES = true;
  static constexpr bool FEW_NEAR = false;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = w[-1];
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
    const T v0 = w[-1];
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

struct Pair_29c5fed21eedc6be {
  static constexpr int DIM = 2, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 1;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_e5e326fc994edfe3 {
  static constexpr int DIM = 2, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 3;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_857fd820863347d1 {
  static constexpr int DIM = 2, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 2;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_6c09f3e538b65598 {
  static constexpr int DIM = 2, WEIGHTS = 2, PARAMETERS = 1, RESULTS = 1;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_bd7a8d5cd9c2ff0d {
  static constexpr int DIM = 2, WEIGHTS = 3, PARAMETERS = 1, RESULTS = 1;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_636978754be80df3 {
  static constexpr int DIM = 2, WEIGHTS = 3, PARAMETERS = 1, RESULTS = 3;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_a1a16da1056aa306 {
  static constexpr int DIM = 2, WEIGHTS = 0, PARAMETERS = 1, RESULTS = 2;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = v0 * v0;
    const T v3 = v1 * v1;
    const T v4 = v2 + v3;
    const T v5 = inverse_apart_(v4);
    const T v6 = v0 * v5;
    const T v7 = -(v6);
    const T v8 = v1 * v5;
    const T v9 = -(v8);
    acc[0] += v7;
    acc[1] += v9;
  }
};

struct Pair_51af57960918a887 {
  static constexpr int DIM = 2, WEIGHTS = 0, PARAMETERS = 1, RESULTS = 5;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = v0 * v0;
    const T v3 = v1 * v1;
    const T v4 = v2 + v3;
    const T v5 = inverse_apart_(v4);
    const T v6 = constant<T>(2.0) * v5;
    const T v7 = v5 * v6;
    const T v8 = v0 * v5;
    const T v9 = -(v8);
    const T v10 = v1 * v5;
    const T v11 = -(v10);
    const T v12 = v1 * v7;
    const T v13 = v0 * v12;
    const T v14 = v1 * v12;
    const T v15 = v14 - v5;
    const T v16 = v2 * v7;
    const T v17 = v16 - v5;
    acc[0] += v9;
    acc[1] += v11;
    acc[2] += v17;
    acc[3] += v13;
    acc[4] += v15;
  }
};

struct Pair_17808dee5eef26b1 {
  static constexpr int DIM = 2, WEIGHTS = 0, PARAMETERS = 1, RESULTS = 4;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = v0 * v0;
    const T v3 = v1 * v1;
    const T v4 = v2 + v3;
    const T v5 = inverse_apart_(v4);
    const T v6 = constant<T>(2.0) * v5;
    const T v7 = v5 * v6;
    const T v8 = v0 * v7;
    const T v9 = v0 * v8;
    const T v10 = v5 - v9;
    const T v11 = v1 * v8;
    const T v12 = -(v11);
    const T v13 = v1 * v7;
    const T v14 = v0 * v13;
    const T v15 = -(v14);
    const T v16 = v1 * v13;
    const T v17 = v5 - v16;
    acc[0] += v10;
    acc[1] += v15;
    acc[2] += v12;
    acc[3] += v17;
  }
};

struct Pair_471bb1fa67d82ed6 {
  static constexpr int DIM = 2, WEIGHTS = 0, PARAMETERS = 1, RESULTS = 6;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = v0 * v0;
    const T v3 = v1 * v1;
    const T v4 = v2 + v3;
    const T v5 = inverse_apart_(v4);
    const T v6 = v0 * v5;
    const T v7 = -(v6);
    const T v8 = v1 * v5;
    const T v9 = -(v8);
    const T v10 = constant<T>(2.0) * v5;
    const T v11 = v5 * v10;
    const T v12 = v0 * v11;
    const T v13 = v0 * v12;
    const T v14 = v5 - v13;
    const T v15 = v1 * v12;
    const T v16 = -(v15);
    const T v17 = v1 * v11;
    const T v18 = v0 * v17;
    const T v19 = -(v18);
    const T v20 = v1 * v17;
    const T v21 = v5 - v20;
    acc[0] += v7;
    acc[1] += v14;
    acc[2] += v19;
    acc[3] += v9;
    acc[4] += v16;
    acc[5] += v21;
  }
};

struct Pair_9b3c41f4c67298f4 {
  static constexpr int DIM = 2, WEIGHTS = 1, PARAMETERS = 2, RESULTS = 1;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_6f79a7576b269c12 {
  static constexpr int DIM = 2, WEIGHTS = 1, PARAMETERS = 2, RESULTS = 3;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_f246fd55683da597 {
  static constexpr int DIM = 2, WEIGHTS = 1, PARAMETERS = 2, RESULTS = 2;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_362fbf82fe6fe6cc {
  static constexpr int DIM = 2, WEIGHTS = 2, PARAMETERS = 2, RESULTS = 1;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_f501ec5246b60fe2 {
  static constexpr int DIM = 2, WEIGHTS = 3, PARAMETERS = 2, RESULTS = 1;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_879588000512493c {
  static constexpr int DIM = 1, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 1;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_1f74d2d6251fdf6b {
  static constexpr int DIM = 1, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 2;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_046ff231692b276b {
  static constexpr int DIM = 1, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 1;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_cfe6e29b2981746a {
  static constexpr int DIM = 1, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 1;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_78873b53bc28ca63 {
  static constexpr int DIM = 1, WEIGHTS = 2, PARAMETERS = 1, RESULTS = 1;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_eb1139f4adb54765 {
  static constexpr int DIM = 1, WEIGHTS = 2, PARAMETERS = 1, RESULTS = 2;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_9a7f8d24522117b7 {
  static constexpr int DIM = 1, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 2;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_c6dbc1da70943754 {
  static constexpr int DIM = 1, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 1;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_e556d042874499f9 {
  static constexpr int DIM = 1, WEIGHTS = 2, PARAMETERS = 1, RESULTS = 1;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_18d2b6dd255b55fc {
  static constexpr int DIM = 1, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 3;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_55c4c077f845374d {
  static constexpr int DIM = 1, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 1;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_c892f33b6fa3a008 {
  static constexpr int DIM = 1, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 2;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_1b868c78165bc9f7 {
  static constexpr int DIM = 2, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 1;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_903a8fecab099684 {
  static constexpr int DIM = 2, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 3;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_386d281d9758e406 {
  static constexpr int DIM = 2, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 2;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_7749585c1dba9391 {
  static constexpr int DIM = 2, WEIGHTS = 2, PARAMETERS = 1, RESULTS = 1;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_0e9219c20f650813 {
  static constexpr int DIM = 2, WEIGHTS = 3, PARAMETERS = 1, RESULTS = 1;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_b1479dd49f1ce91f {
  static constexpr int DIM = 2, WEIGHTS = 3, PARAMETERS = 1, RESULTS = 3;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_fe9aec59ab2ee4a1 {
  static constexpr int DIM = 2, WEIGHTS = 2, PARAMETERS = 1, RESULTS = 3;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_e36ee4f76e62d96f {
  static constexpr int DIM = 2, WEIGHTS = 2, PARAMETERS = 1, RESULTS = 2;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_3958fcf3daa9e5e7 {
  static constexpr int DIM = 2, WEIGHTS = 3, PARAMETERS = 1, RESULTS = 2;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_31bbc698b4ad8bdc {
  static constexpr int DIM = 2, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 6;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_74e4ecc5ca707da8 {
  static constexpr int DIM = 2, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 3;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_c6aab7f7d98a9959 {
  static constexpr int DIM = 2, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 5;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_9fca10dd5580145f {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 1;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_a5955ea56593db49 {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 4;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_16fdcc5f843917ac {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 3;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_8f7d4354dab2c0df {
  static constexpr int DIM = 3, WEIGHTS = 3, PARAMETERS = 1, RESULTS = 1;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_0e0932284054dea4 {
  static constexpr int DIM = 3, WEIGHTS = 4, PARAMETERS = 1, RESULTS = 1;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_df5cc31738d7c303 {
  static constexpr int DIM = 3, WEIGHTS = 4, PARAMETERS = 1, RESULTS = 4;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_b7665619e134e970 {
  static constexpr int DIM = 3, WEIGHTS = 3, PARAMETERS = 1, RESULTS = 4;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_9533831872d12ecf {
  static constexpr int DIM = 3, WEIGHTS = 3, PARAMETERS = 1, RESULTS = 3;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_40d638ff46c28c25 {
  static constexpr int DIM = 3, WEIGHTS = 4, PARAMETERS = 1, RESULTS = 3;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_00705d543a04278e {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 10;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_6f77dfbcabb9f103 {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 6;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_087991a5eb3ec54f {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 9;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_69d2546a9fc57a9a {
  static constexpr int DIM = 2, WEIGHTS = 1, PARAMETERS = 0, RESULTS = 1;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_8e3687a09787c9ea {
  static constexpr int DIM = 2, WEIGHTS = 1, PARAMETERS = 0, RESULTS = 3;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_5d8a5529039c8dbc {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 0, RESULTS = 1;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_a6214a3f43ef0d9a {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 0, RESULTS = 4;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_686b993c148a7c9f {
  static constexpr int DIM = 1, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 1;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_e99138d7705805f1 {
  static constexpr int DIM = 1, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 2;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_7ee887e39a55caf6 {
  static constexpr int DIM = 1, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 1;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_c689c94c73a7442c {
  static constexpr int DIM = 1, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 1;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_a5a3e665d3e4ffd9 {
  static constexpr int DIM = 1, WEIGHTS = 2, PARAMETERS = 1, RESULTS = 1;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_6acb4941b6306020 {
  static constexpr int DIM = 2, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 1;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_563153e17822802a {
  static constexpr int DIM = 2, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 3;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_3664e9465ea9b4e6 {
  static constexpr int DIM = 2, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 2;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_ec0b81da7e9b1123 {
  static constexpr int DIM = 2, WEIGHTS = 2, PARAMETERS = 1, RESULTS = 1;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_ed61a1b6c3aa7363 {
  static constexpr int DIM = 2, WEIGHTS = 3, PARAMETERS = 1, RESULTS = 1;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_14dc1ddf2470d377 {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 1;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_7c9fceff773062ea {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 4;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_9ca2ea74c5a5e56b {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 3;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_a8087a769e6f9fbe {
  static constexpr int DIM = 3, WEIGHTS = 3, PARAMETERS = 1, RESULTS = 1;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_259fcb6317e4dbe6 {
  static constexpr int DIM = 3, WEIGHTS = 4, PARAMETERS = 1, RESULTS = 1;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_363e7cdbc1c63b13 {
  static constexpr int DIM = 1, WEIGHTS = 1, PARAMETERS = 0, RESULTS = 1;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_7b25354eb52a4f3e {
  static constexpr int DIM = 1, WEIGHTS = 1, PARAMETERS = 0, RESULTS = 2;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_d0f3746c29b56bca {
  static constexpr int DIM = 1, WEIGHTS = 1, PARAMETERS = 0, RESULTS = 1;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_67ddb21573778931 {
  static constexpr int DIM = 1, WEIGHTS = 1, PARAMETERS = 0, RESULTS = 1;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_bf43951611f8def9 {
  static constexpr int DIM = 1, WEIGHTS = 2, PARAMETERS = 0, RESULTS = 1;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_a375e2b032424c5e {
  static constexpr int DIM = 2, WEIGHTS = 1, PARAMETERS = 0, RESULTS = 1;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_f71f9b10fd3e6bd1 {
  static constexpr int DIM = 2, WEIGHTS = 1, PARAMETERS = 0, RESULTS = 3;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_2ac8b6e42a666bec {
  static constexpr int DIM = 2, WEIGHTS = 1, PARAMETERS = 0, RESULTS = 2;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_69eb49472df1a67e {
  static constexpr int DIM = 2, WEIGHTS = 2, PARAMETERS = 0, RESULTS = 1;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_476cf457991170dd {
  static constexpr int DIM = 2, WEIGHTS = 3, PARAMETERS = 0, RESULTS = 1;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_7a1ac5796145af28 {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 0, RESULTS = 1;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_4456ade38f3d46c9 {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 0, RESULTS = 4;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_6b584052bce672f4 {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 0, RESULTS = 3;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_77528e10c8bf0d33 {
  static constexpr int DIM = 3, WEIGHTS = 3, PARAMETERS = 0, RESULTS = 1;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_412b7767d6075e3d {
  static constexpr int DIM = 3, WEIGHTS = 4, PARAMETERS = 0, RESULTS = 1;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_8710a17cb2e518ff {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 2, RESULTS = 1;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_38a68d87112e0916 {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 2, RESULTS = 4;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_8649ba9fcc6389e8 {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 2, RESULTS = 3;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_fd744b60d477a4be {
  static constexpr int DIM = 3, WEIGHTS = 3, PARAMETERS = 2, RESULTS = 1;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_c82e129bc60391bf {
  static constexpr int DIM = 3, WEIGHTS = 4, PARAMETERS = 2, RESULTS = 1;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_e7905bf67f6d2281 {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 2, RESULTS = 1;
  static constexpr bool BRANCHES = true;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_7bf4305e583b58fa {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 2, RESULTS = 4;
  static constexpr bool BRANCHES = true;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_a3d4fa59a1dbebcd {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 2, RESULTS = 3;
  static constexpr bool BRANCHES = true;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_cfdb5128655cf8c0 {
  static constexpr int DIM = 3, WEIGHTS = 3, PARAMETERS = 2, RESULTS = 1;
  static constexpr bool BRANCHES = true;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_4db97ac93be19aaf {
  static constexpr int DIM = 3, WEIGHTS = 4, PARAMETERS = 2, RESULTS = 1;
  static constexpr bool BRANCHES = true;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_e6de74277b09e066 {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 1;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_c97fc64d62690c19 {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 4;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_5d4f8cdb57dfbcf8 {
  static constexpr int DIM = 3, WEIGHTS = 0, PARAMETERS = 1, RESULTS = 1;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = p[0];
    const T v4 = v0 * v0;
    const T v5 = v1 * v1;
    const T v6 = v4 + v5;
    const T v7 = v2 * v2;
    const T v8 = v6 + v7;
    const T v9 = rsqrt_apart_(v8);
    const T v10 = v8 * v9;
    const T v11 = v3 * v10;
    const T v12 = cos_(v11);
    const T v13 = v9 * v12;
    acc[0] += v13;
  }
};

struct Pair_9019827135a5cd96 {
  static constexpr int DIM = 3, WEIGHTS = 0, PARAMETERS = 1, RESULTS = 4;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = p[0];
    const T v4 = v0 * v0;
    const T v5 = v1 * v1;
    const T v6 = v4 + v5;
    const T v7 = v2 * v2;
    const T v8 = v6 + v7;
    const T v9 = rsqrt_apart_(v8);
    const T v10 = v8 * v9;
    const T v11 = v3 * v10;
    const T v12 = sin_(v11);
    const T v13 = v3 * v12;
    const T v14 = cos_(v11);
    const T v15 = v9 * v14;
    const T v16 = v13 + v15;
    const T v17 = v9 * v9;
    const T v18 = v16 * v17;
    const T v19 = v0 * v18;
    const T v20 = -(v19);
    const T v21 = v1 * v18;
    const T v22 = -(v21);
    const T v23 = v2 * v18;
    const T v24 = -(v23);
    acc[0] += v15;
    acc[1] += v20;
    acc[2] += v22;
    acc[3] += v24;
  }
};

struct Pair_a28501e9ceb8014d {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 1;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_29ff1bd2c52ebebf {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 4;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_d31bf48f08039f77 {
  static constexpr int DIM = 3, WEIGHTS = 0, PARAMETERS = 1, RESULTS = 1;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = p[0];
    const T v4 = v0 * v0;
    const T v5 = v1 * v1;
    const T v6 = v4 + v5;
    const T v7 = v2 * v2;
    const T v8 = v6 + v7;
    const T v9 = rsqrt_apart_(v8);
    const T v10 = v8 * v9;
    const T v11 = v3 * v10;
    const T v12 = sin_(v11);
    const T v13 = v9 * v12;
    acc[0] += v13;
  }
};

struct Pair_c57c21c18fe4dc2b {
  static constexpr int DIM = 3, WEIGHTS = 0, PARAMETERS = 1, RESULTS = 4;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = p[0];
    const T v4 = v0 * v0;
    const T v5 = v1 * v1;
    const T v6 = v4 + v5;
    const T v7 = v2 * v2;
    const T v8 = v6 + v7;
    const mask_t<T> v9 = constant<T>(0.0) < v8;
    const T v10 = v3 * v3;
    const T v11 = v10 * constant<T>(0.3333333432674408);
    const T v12 = v3 * v11;
    const T v13 = rsqrt_apart_(v8);
    const T v14 = v8 * v13;
    const T v15 = v3 * v14;
    const T v16 = cos_(v15);
    const T v17 = v3 * v16;
    const T v18 = sin_(v15);
    const T v19 = v13 * v18;
    const T v20 = v19 - v17;
    const T v21 = v13 * v13;
    const T v22 = v20 * v21;
    const T v23 = -(v22);
    const mask_t<T> v24 = v15 < constant<T>(1.0);
    const T v25 = select_(v24, v15, constant<T>(0.0));
    const T v26 = v25 * v25;
    const T v27 = constant<T>(0.006666666828095913) * v26;
    const T v28 = constant<T>(1.0) - v27;
    const T v29 = constant<T>(0.009615384973585606) * v28;
    const T v30 = v26 * v29;
    const T v31 = constant<T>(1.0) - v30;
    const T v32 = constant<T>(0.01515151560306549) * v31;
    const T v33 = v26 * v32;
    const T v34 = constant<T>(1.0) - v33;
    const T v35 = constant<T>(0.02777777798473835) * v34;
    const T v36 = v26 * v35;
    const T v37 = constant<T>(1.0) - v36;
    const T v38 = constant<T>(0.0714285746216774) * v37;
    const T v39 = v26 * v38;
    const T v40 = constant<T>(1.0) - v39;
    const T v41 = constant<T>(0.007692307699471712) * v26;
    const T v42 = constant<T>(1.0) - v41;
    const T v43 = constant<T>(0.011363636702299118) * v42;
    const T v44 = v26 * v43;
    const T v45 = constant<T>(1.0) - v44;
    const T v46 = constant<T>(0.018518518656492233) * v45;
    const T v47 = v26 * v46;
    const T v48 = constant<T>(1.0) - v47;
    const T v49 = constant<T>(0.0357142873108387) * v48;
    const T v50 = v26 * v49;
    const T v51 = constant<T>(1.0) - v50;
    const T v52 = constant<T>(0.10000000149011612) * v51;
    const T v53 = v26 * v52;
    const T v54 = constant<T>(1.0) - v53;
    const T v55 = constant<T>(0.06666667014360428) * v40;
    const T v56 = v26 * v55;
    const T v57 = v54 - v56;
    const mask_t<T> v58 = v9 & v24;
    const T v59 = v3 * v57;
    const T v60 = select_(v58, v59, v19);
    const T v61 = v12 * v54;
    const T v62 = -(v61);
    const T v63 = select_(v58, v62, v23);
    const T v64 = v0 * v63;
    const T v65 = v1 * v63;
    const T v66 = v2 * v63;
    acc[0] += v60;
    acc[1] += v64;
    acc[2] += v65;
    acc[3] += v66;
  }
};

struct Pair_82aa9a7c056b05d8 {
  static constexpr int DIM = 3, WEIGHTS = 3, PARAMETERS = 0, RESULTS = 3;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_baf0775f94f1a7fe {
  static constexpr int DIM = 3, WEIGHTS = 3, PARAMETERS = 0, RESULTS = 9;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_8309c319f8760003 {
  static constexpr int DIM = 3, WEIGHTS = 0, PARAMETERS = 0, RESULTS = 1;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = v0 * v0;
    const T v4 = v1 * v1;
    const T v5 = v3 + v4;
    const T v6 = v2 * v2;
    const T v7 = v5 + v6;
    const T v8 = rsqrt_apart_(v7);
    const T v9 = v8 * v8;
    const T v10 = v8 * v9;
    const T v11 = constant<T>(3.0) * v8;
    const T v12 = v7 * v10;
    acc[0] += v11;
    acc[0] -= v12;
  }
};

struct Pair_5cbd184c353ba11b {
  static constexpr int DIM = 3, WEIGHTS = 0, PARAMETERS = 0, RESULTS = 4;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = v0 * v0;
    const T v4 = v1 * v1;
    const T v5 = v3 + v4;
    const T v6 = v2 * v2;
    const T v7 = v5 + v6;
    const T v8 = rsqrt_apart_(v7);
    const T v9 = v8 * v8;
    const T v10 = v8 * v9;
    const T v11 = constant<T>(3.0) * v8;
    const T v12 = v8 * v11;
    const T v13 = v7 * v10;
    const T v14 = v11 - v13;
    const T v15 = constant<T>(5.0) * v10;
    const T v16 = v12 * v13;
    const T v17 = v16 - v15;
    const T v18 = v0 * v17;
    const T v19 = v1 * v17;
    const T v20 = v2 * v17;
    acc[0] += v14;
    acc[1] += v18;
    acc[2] += v19;
    acc[3] += v20;
  }
};

struct Pair_01f9c9c81620e826 {
  static constexpr int DIM = 3, WEIGHTS = 0, PARAMETERS = 0, RESULTS = 3;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = v0 * v0;
    const T v4 = v1 * v1;
    const T v5 = v3 + v4;
    const T v6 = v2 * v2;
    const T v7 = v5 + v6;
    const T v8 = rsqrt_apart_(v7);
    const T v9 = v8 * v8;
    const T v10 = v8 * v9;
    const T v11 = v0 * v10;
    const T v12 = -(v11);
    const T v13 = v1 * v10;
    const T v14 = -(v13);
    const T v15 = v2 * v10;
    const T v16 = -(v15);
    acc[0] += v12;
    acc[1] += v14;
    acc[2] += v16;
  }
};

struct Pair_46b106834c43c660 {
  static constexpr int DIM = 3, WEIGHTS = 0, PARAMETERS = 0, RESULTS = 9;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = v0 * v0;
    const T v4 = v1 * v1;
    const T v5 = v3 + v4;
    const T v6 = v2 * v2;
    const T v7 = v5 + v6;
    const T v8 = rsqrt_apart_(v7);
    const T v9 = v8 * v8;
    const T v10 = v8 * v9;
    const T v11 = constant<T>(3.0) * v9;
    const T v12 = v10 * v11;
    const T v13 = v0 * v10;
    const T v14 = -(v13);
    const T v15 = v1 * v10;
    const T v16 = -(v15);
    const T v17 = v2 * v10;
    const T v18 = -(v17);
    const T v19 = v1 * v12;
    const T v20 = v0 * v19;
    const T v21 = v2 * v12;
    const T v22 = v0 * v21;
    const T v23 = v1 * v19;
    const T v24 = v23 - v10;
    const T v25 = v1 * v21;
    const T v26 = v2 * v21;
    const T v27 = v26 - v10;
    const T v28 = v3 * v12;
    const T v29 = v28 - v10;
    acc[0] += v14;
    acc[1] += v16;
    acc[2] += v18;
    acc[3] += v29;
    acc[4] += v20;
    acc[5] += v22;
    acc[6] += v24;
    acc[7] += v25;
    acc[8] += v27;
  }
};

struct Pair_f37f30b505754f27 {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 12, RESULTS = 1;
  static constexpr bool BRANCHES = true;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_4d9423568d98ff45 {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 12, RESULTS = 4;
  static constexpr bool BRANCHES = true;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_15f716e895f70829 {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 12, RESULTS = 3;
  static constexpr bool BRANCHES = true;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_6ccbea18813e0fcf {
  static constexpr int DIM = 3, WEIGHTS = 3, PARAMETERS = 12, RESULTS = 1;
  static constexpr bool BRANCHES = true;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_358ff748296ae37f {
  static constexpr int DIM = 3, WEIGHTS = 4, PARAMETERS = 12, RESULTS = 1;
  static constexpr bool BRANCHES = true;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_15b2fcabd9a8b7d0 {
  static constexpr int DIM = 3, WEIGHTS = 0, PARAMETERS = 12, RESULTS = 3;
  static constexpr bool BRANCHES = true;
  static constexpr bool FEW_NEAR = false;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = p[0];
    const T v4 = p[2];
    const T v5 = p[3];
    const T v6 = p[4];
    const T v7 = p[5];
    const T v8 = p[6];
    const T v9 = p[7];
    const T v10 = p[8];
    const T v11 = p[9];
    const T v12 = p[10];
    const T v13 = p[11];
    const T v14 = v0 * v0;
    const T v15 = v1 * v1;
    const T v16 = v14 + v15;
    const T v17 = v2 * v2;
    const T v18 = v16 + v17;
    const T v19 = v3 * v3;
    const mask_t<T> v20 = v18 < v19;
    const T v21 = constant<T>(1.0) / v19;
    const T v22 = constant<T>(2.0) * v21;
    const T v23 = v18 * v22;
    const T v24 = v23 - constant<T>(1.0);
    const T v25 = v13 * v24;
    const T v26 = v12 + v25;
    const T v27 = v25 + v26;
    const T v28 = v24 * v26;
    const T v29 = v11 + v28;
    const T v30 = v24 * v27;
    const T v31 = v29 + v30;
    const T v32 = v24 * v29;
    const T v33 = v10 + v32;
    const T v34 = v24 * v31;
    const T v35 = v33 + v34;
    const T v36 = v24 * v33;
    const T v37 = v9 + v36;
    const T v38 = v24 * v35;
    const T v39 = v37 + v38;
    const T v40 = v24 * v37;
    const T v41 = v8 + v40;
    const T v42 = v24 * v39;
    const T v43 = v41 + v42;
    const T v44 = v24 * v41;
    const T v45 = v7 + v44;
    const T v46 = v24 * v43;
    const T v47 = v45 + v46;
    const T v48 = v24 * v45;
    const T v49 = v6 + v48;
    const T v50 = v24 * v47;
    const T v51 = v49 + v50;
    const T v52 = v24 * v49;
    const T v53 = v5 + v52;
    const T v54 = v24 * v51;
    const T v55 = v53 + v54;
    const T v56 = v24 * v53;
    const T v57 = v4 + v56;
    const T v58 = v24 * v55;
    const T v59 = v57 + v58;
    const T v60 = constant<T>(1.0) / v3;
    const T v61 = constant<T>(4.0) * v60;
    const T v62 = v21 * v61;
    const T v63 = v59 * v62;
    const T v64 = rsqrt_apart_(v18);
    const T v65 = v64 * v64;
    const T v66 = v64 * v65;
    const T v67 = -(v66);
    const T v68 = v67 - v63;
    const T v69 = select_(v20, v68, constant<T>(0.0));
    const T v70 = v0 * v69;
    const T v71 = v1 * v69;
    const T v72 = v2 * v69;
    acc[0] += v70;
    acc[1] += v71;
    acc[2] += v72;
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

struct Pair_8c00bbc391e7659d {
  static constexpr int DIM = 3, WEIGHTS = 0, PARAMETERS = 12, RESULTS = 9;
  static constexpr bool BRANCHES = true;
  static constexpr bool FEW_NEAR = false;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = p[0];
    const T v4 = p[2];
    const T v5 = p[3];
    const T v6 = p[4];
    const T v7 = p[5];
    const T v8 = p[6];
    const T v9 = p[7];
    const T v10 = p[8];
    const T v11 = p[9];
    const T v12 = p[10];
    const T v13 = p[11];
    const T v14 = v0 * v0;
    const T v15 = v1 * v1;
    const T v16 = v14 + v15;
    const T v17 = v2 * v2;
    const T v18 = v16 + v17;
    const T v19 = v3 * v3;
    const mask_t<T> v20 = v18 < v19;
    const T v21 = constant<T>(1.0) / v19;
    const T v22 = constant<T>(2.0) * v21;
    const T v23 = v18 * v22;
    const T v24 = v23 - constant<T>(1.0);
    const T v25 = v13 * v24;
    const T v26 = v12 + v25;
    const T v27 = v25 + v26;
    const T v28 = v24 * v26;
    const T v29 = v11 + v28;
    const T v30 = v25 + v27;
    const T v31 = v24 * v27;
    const T v32 = v29 + v31;
    const T v33 = v24 * v29;
    const T v34 = v10 + v33;
    const T v35 = v24 * v30;
    const T v36 = v32 + v35;
    const T v37 = v24 * v32;
    const T v38 = v34 + v37;
    const T v39 = v24 * v34;
    const T v40 = v9 + v39;
    const T v41 = v24 * v36;
    const T v42 = v38 + v41;
    const T v43 = v24 * v38;
    const T v44 = v40 + v43;
    const T v45 = v24 * v40;
    const T v46 = v8 + v45;
    const T v47 = v24 * v42;
    const T v48 = v44 + v47;
    const T v49 = v24 * v44;
    const T v50 = v46 + v49;
    const T v51 = v24 * v46;
    const T v52 = v7 + v51;
    const T v53 = v24 * v48;
    const T v54 = v50 + v53;
    const T v55 = v24 * v50;
    const T v56 = v52 + v55;
    const T v57 = v24 * v52;
    const T v58 = v6 + v57;
    const T v59 = v24 * v54;
    const T v60 = v56 + v59;
    const T v61 = v24 * v56;
    const T v62 = v58 + v61;
    const T v63 = v24 * v58;
    const T v64 = v5 + v63;
    const T v65 = v24 * v60;
    const T v66 = v62 + v65;
    const T v67 = v24 * v62;
    const T v68 = v64 + v67;
    const T v69 = v24 * v64;
    const T v70 = v4 + v69;
    const T v71 = v24 * v66;
    const T v72 = v68 + v71;
    const T v73 = v24 * v68;
    const T v74 = v70 + v73;
    const T v75 = constant<T>(1.0) / v3;
    const T v76 = constant<T>(4.0) * v75;
    const T v77 = v21 * v76;
    const T v78 = v74 * v77;
    const T v79 = constant<T>(8.0) * v77;
    const T v80 = v21 * v79;
    const T v81 = v72 * v80;
    const T v82 = rsqrt_apart_(v18);
    const T v83 = v82 * v82;
    const T v84 = v82 * v83;
    const T v85 = -(v84);
    const T v86 = constant<T>(3.0) * v83;
    const T v87 = v84 * v86;
    const T v88 = v85 - v78;
    const T v89 = select_(v20, v88, constant<T>(0.0));
    const T v90 = v87 - v81;
    const T v91 = select_(v20, v90, constant<T>(0.0));
    const T v92 = v0 * v89;
    const T v93 = v1 * v89;
    const T v94 = v2 * v89;
    const T v95 = v1 * v91;
    const T v96 = v0 * v95;
    const T v97 = v2 * v91;
    const T v98 = v0 * v97;
    const T v99 = v1 * v95;
    const T v100 = v89 + v99;
    const T v101 = v1 * v97;
    const T v102 = v2 * v97;
    const T v103 = v89 + v102;
    const T v104 = v14 * v91;
    const T v105 = v89 + v104;
    acc[0] += v92;
    acc[1] += v93;
    acc[2] += v94;
    acc[3] += v105;
    acc[4] += v96;
    acc[5] += v98;
    acc[6] += v100;
    acc[7] += v101;
    acc[8] += v103;
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

struct Pair_b325f3871b9e6d36 {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 17, RESULTS = 1;
  static constexpr bool BRANCHES = true;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_7c8aef40351be3f5 {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 17, RESULTS = 4;
  static constexpr bool BRANCHES = true;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_37e4a4d7b3cf5477 {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 17, RESULTS = 3;
  static constexpr bool BRANCHES = true;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_75a0a94979d34122 {
  static constexpr int DIM = 3, WEIGHTS = 3, PARAMETERS = 17, RESULTS = 1;
  static constexpr bool BRANCHES = true;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_dad5def3a83cc198 {
  static constexpr int DIM = 3, WEIGHTS = 4, PARAMETERS = 17, RESULTS = 1;
  static constexpr bool BRANCHES = true;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_02d50c39dac3eb1e {
  static constexpr int DIM = 3, WEIGHTS = 0, PARAMETERS = 17, RESULTS = 3;
  static constexpr bool BRANCHES = true;
  static constexpr bool FEW_NEAR = false;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = p[0];
    const T v4 = p[2];
    const T v5 = p[3];
    const T v6 = p[4];
    const T v7 = p[5];
    const T v8 = p[6];
    const T v9 = p[7];
    const T v10 = p[8];
    const T v11 = p[9];
    const T v12 = p[10];
    const T v13 = p[11];
    const T v14 = p[12];
    const T v15 = p[13];
    const T v16 = p[14];
    const T v17 = p[15];
    const T v18 = p[16];
    const T v19 = v0 * v0;
    const T v20 = v1 * v1;
    const T v21 = v19 + v20;
    const T v22 = v2 * v2;
    const T v23 = v21 + v22;
    const T v24 = v3 * v3;
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
    const T v67 = v29 * v64;
    const T v68 = v66 + v67;
    const T v69 = v29 * v66;
    const T v70 = v7 + v69;
    const T v71 = v29 * v68;
    const T v72 = v70 + v71;
    const T v73 = v29 * v70;
    const T v74 = v6 + v73;
    const T v75 = v29 * v72;
    const T v76 = v74 + v75;
    const T v77 = v29 * v74;
    const T v78 = v5 + v77;
    const T v79 = v29 * v76;
    const T v80 = v78 + v79;
    const T v81 = v29 * v78;
    const T v82 = v4 + v81;
    const T v83 = v29 * v80;
    const T v84 = v82 + v83;
    const T v85 = constant<T>(1.0) / v3;
    const T v86 = constant<T>(4.0) * v85;
    const T v87 = v26 * v86;
    const T v88 = v84 * v87;
    const T v89 = rsqrt_apart_(v23);
    const T v90 = v89 * v89;
    const T v91 = v89 * v90;
    const T v92 = -(v91);
    const T v93 = v92 - v88;
    const T v94 = select_(v25, v93, constant<T>(0.0));
    const T v95 = v0 * v94;
    const T v96 = v1 * v94;
    const T v97 = v2 * v94;
    acc[0] += v95;
    acc[1] += v96;
    acc[2] += v97;
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

struct Pair_26e68a072c7b7cc5 {
  static constexpr int DIM = 3, WEIGHTS = 0, PARAMETERS = 17, RESULTS = 9;
  static constexpr bool BRANCHES = true;
  static constexpr bool FEW_NEAR = false;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = p[0];
    const T v4 = p[2];
    const T v5 = p[3];
    const T v6 = p[4];
    const T v7 = p[5];
    const T v8 = p[6];
    const T v9 = p[7];
    const T v10 = p[8];
    const T v11 = p[9];
    const T v12 = p[10];
    const T v13 = p[11];
    const T v14 = p[12];
    const T v15 = p[13];
    const T v16 = p[14];
    const T v17 = p[15];
    const T v18 = p[16];
    const T v19 = v0 * v0;
    const T v20 = v1 * v1;
    const T v21 = v19 + v20;
    const T v22 = v2 * v2;
    const T v23 = v21 + v22;
    const T v24 = v3 * v3;
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
    const T v35 = v30 + v32;
    const T v36 = v29 * v32;
    const T v37 = v34 + v36;
    const T v38 = v29 * v34;
    const T v39 = v15 + v38;
    const T v40 = v29 * v35;
    const T v41 = v37 + v40;
    const T v42 = v29 * v37;
    const T v43 = v39 + v42;
    const T v44 = v29 * v39;
    const T v45 = v14 + v44;
    const T v46 = v29 * v41;
    const T v47 = v43 + v46;
    const T v48 = v29 * v43;
    const T v49 = v45 + v48;
    const T v50 = v29 * v45;
    const T v51 = v13 + v50;
    const T v52 = v29 * v47;
    const T v53 = v49 + v52;
    const T v54 = v29 * v49;
    const T v55 = v51 + v54;
    const T v56 = v29 * v51;
    const T v57 = v12 + v56;
    const T v58 = v29 * v53;
    const T v59 = v55 + v58;
    const T v60 = v29 * v55;
    const T v61 = v57 + v60;
    const T v62 = v29 * v57;
    const T v63 = v11 + v62;
    const T v64 = v29 * v59;
    const T v65 = v61 + v64;
    const T v66 = v29 * v61;
    const T v67 = v63 + v66;
    const T v68 = v29 * v63;
    const T v69 = v10 + v68;
    const T v70 = v29 * v65;
    const T v71 = v67 + v70;
    const T v72 = v29 * v67;
    const T v73 = v69 + v72;
    const T v74 = v29 * v69;
    const T v75 = v9 + v74;
    const T v76 = v29 * v71;
    const T v77 = v73 + v76;
    const T v78 = v29 * v73;
    const T v79 = v75 + v78;
    const T v80 = v29 * v75;
    const T v81 = v8 + v80;
    const T v82 = v29 * v77;
    const T v83 = v79 + v82;
    const T v84 = v29 * v79;
    const T v85 = v81 + v84;
    const T v86 = v29 * v81;
    const T v87 = v7 + v86;
    const T v88 = v29 * v83;
    const T v89 = v85 + v88;
    const T v90 = v29 * v85;
    const T v91 = v87 + v90;
    const T v92 = v29 * v87;
    const T v93 = v6 + v92;
    const T v94 = v29 * v89;
    const T v95 = v91 + v94;
    const T v96 = v29 * v91;
    const T v97 = v93 + v96;
    const T v98 = v29 * v93;
    const T v99 = v5 + v98;
    const T v100 = v29 * v95;
    const T v101 = v97 + v100;
    const T v102 = v29 * v97;
    const T v103 = v99 + v102;
    const T v104 = v29 * v99;
    const T v105 = v4 + v104;
    const T v106 = v29 * v101;
    const T v107 = v103 + v106;
    const T v108 = v29 * v103;
    const T v109 = v105 + v108;
    const T v110 = constant<T>(1.0) / v3;
    const T v111 = constant<T>(4.0) * v110;
    const T v112 = v26 * v111;
    const T v113 = v109 * v112;
    const T v114 = constant<T>(8.0) * v112;
    const T v115 = v26 * v114;
    const T v116 = v107 * v115;
    const T v117 = rsqrt_apart_(v23);
    const T v118 = v117 * v117;
    const T v119 = v117 * v118;
    const T v120 = -(v119);
    const T v121 = constant<T>(3.0) * v118;
    const T v122 = v119 * v121;
    const T v123 = v120 - v113;
    const T v124 = select_(v25, v123, constant<T>(0.0));
    const T v125 = v122 - v116;
    const T v126 = select_(v25, v125, constant<T>(0.0));
    const T v127 = v0 * v124;
    const T v128 = v1 * v124;
    const T v129 = v2 * v124;
    const T v130 = v1 * v126;
    const T v131 = v0 * v130;
    const T v132 = v2 * v126;
    const T v133 = v0 * v132;
    const T v134 = v1 * v130;
    const T v135 = v124 + v134;
    const T v136 = v1 * v132;
    const T v137 = v2 * v132;
    const T v138 = v124 + v137;
    const T v139 = v19 * v126;
    const T v140 = v124 + v139;
    acc[0] += v127;
    acc[1] += v128;
    acc[2] += v129;
    acc[3] += v140;
    acc[4] += v131;
    acc[5] += v133;
    acc[6] += v135;
    acc[7] += v136;
    acc[8] += v138;
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

struct Pair_227484345d2eb66d {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 27, RESULTS = 1;
  static constexpr bool BRANCHES = true;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_25f0c0050ef8203e {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 27, RESULTS = 4;
  static constexpr bool BRANCHES = true;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_60e6916732506c3b {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 27, RESULTS = 3;
  static constexpr bool BRANCHES = true;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_46e0866e04605744 {
  static constexpr int DIM = 3, WEIGHTS = 3, PARAMETERS = 27, RESULTS = 1;
  static constexpr bool BRANCHES = true;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_7509dbf059b78201 {
  static constexpr int DIM = 3, WEIGHTS = 4, PARAMETERS = 27, RESULTS = 1;
  static constexpr bool BRANCHES = true;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_b9f5791f74933555 {
  static constexpr int DIM = 3, WEIGHTS = 0, PARAMETERS = 27, RESULTS = 3;
  static constexpr bool BRANCHES = true;
  static constexpr bool FEW_NEAR = false;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = p[0];
    const T v4 = p[2];
    const T v5 = p[3];
    const T v6 = p[4];
    const T v7 = p[5];
    const T v8 = p[6];
    const T v9 = p[7];
    const T v10 = p[8];
    const T v11 = p[9];
    const T v12 = p[10];
    const T v13 = p[11];
    const T v14 = p[12];
    const T v15 = p[13];
    const T v16 = p[14];
    const T v17 = p[15];
    const T v18 = p[16];
    const T v19 = p[17];
    const T v20 = p[18];
    const T v21 = p[19];
    const T v22 = p[20];
    const T v23 = p[21];
    const T v24 = p[22];
    const T v25 = p[23];
    const T v26 = p[24];
    const T v27 = p[25];
    const T v28 = p[26];
    const T v29 = v0 * v0;
    const T v30 = v1 * v1;
    const T v31 = v29 + v30;
    const T v32 = v2 * v2;
    const T v33 = v31 + v32;
    const T v34 = v3 * v3;
    const mask_t<T> v35 = v33 < v34;
    const T v36 = constant<T>(1.0) / v34;
    const T v37 = constant<T>(2.0) * v36;
    const T v38 = v33 * v37;
    const T v39 = v38 - constant<T>(1.0);
    const T v40 = v28 * v39;
    const T v41 = v27 + v40;
    const T v42 = v40 + v41;
    const T v43 = v39 * v41;
    const T v44 = v26 + v43;
    const T v45 = v39 * v42;
    const T v46 = v44 + v45;
    const T v47 = v39 * v44;
    const T v48 = v25 + v47;
    const T v49 = v39 * v46;
    const T v50 = v48 + v49;
    const T v51 = v39 * v48;
    const T v52 = v24 + v51;
    const T v53 = v39 * v50;
    const T v54 = v52 + v53;
    const T v55 = v39 * v52;
    const T v56 = v23 + v55;
    const T v57 = v39 * v54;
    const T v58 = v56 + v57;
    const T v59 = v39 * v56;
    const T v60 = v22 + v59;
    const T v61 = v39 * v58;
    const T v62 = v60 + v61;
    const T v63 = v39 * v60;
    const T v64 = v21 + v63;
    const T v65 = v39 * v62;
    const T v66 = v64 + v65;
    const T v67 = v39 * v64;
    const T v68 = v20 + v67;
    const T v69 = v39 * v66;
    const T v70 = v68 + v69;
    const T v71 = v39 * v68;
    const T v72 = v19 + v71;
    const T v73 = v39 * v70;
    const T v74 = v72 + v73;
    const T v75 = v39 * v72;
    const T v76 = v18 + v75;
    const T v77 = v39 * v74;
    const T v78 = v76 + v77;
    const T v79 = v39 * v76;
    const T v80 = v17 + v79;
    const T v81 = v39 * v78;
    const T v82 = v80 + v81;
    const T v83 = v39 * v80;
    const T v84 = v16 + v83;
    const T v85 = v39 * v82;
    const T v86 = v84 + v85;
    const T v87 = v39 * v84;
    const T v88 = v15 + v87;
    const T v89 = v39 * v86;
    const T v90 = v88 + v89;
    const T v91 = v39 * v88;
    const T v92 = v14 + v91;
    const T v93 = v39 * v90;
    const T v94 = v92 + v93;
    const T v95 = v39 * v92;
    const T v96 = v13 + v95;
    const T v97 = v39 * v94;
    const T v98 = v96 + v97;
    const T v99 = v39 * v96;
    const T v100 = v12 + v99;
    const T v101 = v39 * v98;
    const T v102 = v100 + v101;
    const T v103 = v39 * v100;
    const T v104 = v11 + v103;
    const T v105 = v39 * v102;
    const T v106 = v104 + v105;
    const T v107 = v39 * v104;
    const T v108 = v10 + v107;
    const T v109 = v39 * v106;
    const T v110 = v108 + v109;
    const T v111 = v39 * v108;
    const T v112 = v9 + v111;
    const T v113 = v39 * v110;
    const T v114 = v112 + v113;
    const T v115 = v39 * v112;
    const T v116 = v8 + v115;
    const T v117 = v39 * v114;
    const T v118 = v116 + v117;
    const T v119 = v39 * v116;
    const T v120 = v7 + v119;
    const T v121 = v39 * v118;
    const T v122 = v120 + v121;
    const T v123 = v39 * v120;
    const T v124 = v6 + v123;
    const T v125 = v39 * v122;
    const T v126 = v124 + v125;
    const T v127 = v39 * v124;
    const T v128 = v5 + v127;
    const T v129 = v39 * v126;
    const T v130 = v128 + v129;
    const T v131 = v39 * v128;
    const T v132 = v4 + v131;
    const T v133 = v39 * v130;
    const T v134 = v132 + v133;
    const T v135 = constant<T>(1.0) / v3;
    const T v136 = constant<T>(4.0) * v135;
    const T v137 = v36 * v136;
    const T v138 = v134 * v137;
    const T v139 = rsqrt_apart_(v33);
    const T v140 = v139 * v139;
    const T v141 = v139 * v140;
    const T v142 = -(v141);
    const T v143 = v142 - v138;
    const T v144 = select_(v35, v143, constant<T>(0.0));
    const T v145 = v0 * v144;
    const T v146 = v1 * v144;
    const T v147 = v2 * v144;
    acc[0] += v145;
    acc[1] += v146;
    acc[2] += v147;
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

struct Pair_fe1a0a7d0356756c {
  static constexpr int DIM = 3, WEIGHTS = 0, PARAMETERS = 27, RESULTS = 9;
  static constexpr bool BRANCHES = true;
  static constexpr bool FEW_NEAR = false;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = p[0];
    const T v4 = p[2];
    const T v5 = p[3];
    const T v6 = p[4];
    const T v7 = p[5];
    const T v8 = p[6];
    const T v9 = p[7];
    const T v10 = p[8];
    const T v11 = p[9];
    const T v12 = p[10];
    const T v13 = p[11];
    const T v14 = p[12];
    const T v15 = p[13];
    const T v16 = p[14];
    const T v17 = p[15];
    const T v18 = p[16];
    const T v19 = p[17];
    const T v20 = p[18];
    const T v21 = p[19];
    const T v22 = p[20];
    const T v23 = p[21];
    const T v24 = p[22];
    const T v25 = p[23];
    const T v26 = p[24];
    const T v27 = p[25];
    const T v28 = p[26];
    const T v29 = v0 * v0;
    const T v30 = v1 * v1;
    const T v31 = v29 + v30;
    const T v32 = v2 * v2;
    const T v33 = v31 + v32;
    const T v34 = v3 * v3;
    const mask_t<T> v35 = v33 < v34;
    const T v36 = constant<T>(1.0) / v34;
    const T v37 = constant<T>(2.0) * v36;
    const T v38 = v33 * v37;
    const T v39 = v38 - constant<T>(1.0);
    const T v40 = v28 * v39;
    const T v41 = v27 + v40;
    const T v42 = v40 + v41;
    const T v43 = v39 * v41;
    const T v44 = v26 + v43;
    const T v45 = v40 + v42;
    const T v46 = v39 * v42;
    const T v47 = v44 + v46;
    const T v48 = v39 * v44;
    const T v49 = v25 + v48;
    const T v50 = v39 * v45;
    const T v51 = v47 + v50;
    const T v52 = v39 * v47;
    const T v53 = v49 + v52;
    const T v54 = v39 * v49;
    const T v55 = v24 + v54;
    const T v56 = v39 * v51;
    const T v57 = v53 + v56;
    const T v58 = v39 * v53;
    const T v59 = v55 + v58;
    const T v60 = v39 * v55;
    const T v61 = v23 + v60;
    const T v62 = v39 * v57;
    const T v63 = v59 + v62;
    const T v64 = v39 * v59;
    const T v65 = v61 + v64;
    const T v66 = v39 * v61;
    const T v67 = v22 + v66;
    const T v68 = v39 * v63;
    const T v69 = v65 + v68;
    const T v70 = v39 * v65;
    const T v71 = v67 + v70;
    const T v72 = v39 * v67;
    const T v73 = v21 + v72;
    const T v74 = v39 * v69;
    const T v75 = v71 + v74;
    const T v76 = v39 * v71;
    const T v77 = v73 + v76;
    const T v78 = v39 * v73;
    const T v79 = v20 + v78;
    const T v80 = v39 * v75;
    const T v81 = v77 + v80;
    const T v82 = v39 * v77;
    const T v83 = v79 + v82;
    const T v84 = v39 * v79;
    const T v85 = v19 + v84;
    const T v86 = v39 * v81;
    const T v87 = v83 + v86;
    const T v88 = v39 * v83;
    const T v89 = v85 + v88;
    const T v90 = v39 * v85;
    const T v91 = v18 + v90;
    const T v92 = v39 * v87;
    const T v93 = v89 + v92;
    const T v94 = v39 * v89;
    const T v95 = v91 + v94;
    const T v96 = v39 * v91;
    const T v97 = v17 + v96;
    const T v98 = v39 * v93;
    const T v99 = v95 + v98;
    const T v100 = v39 * v95;
    const T v101 = v97 + v100;
    const T v102 = v39 * v97;
    const T v103 = v16 + v102;
    const T v104 = v39 * v99;
    const T v105 = v101 + v104;
    const T v106 = v39 * v101;
    const T v107 = v103 + v106;
    const T v108 = v39 * v103;
    const T v109 = v15 + v108;
    const T v110 = v39 * v105;
    const T v111 = v107 + v110;
    const T v112 = v39 * v107;
    const T v113 = v109 + v112;
    const T v114 = v39 * v109;
    const T v115 = v14 + v114;
    const T v116 = v39 * v111;
    const T v117 = v113 + v116;
    const T v118 = v39 * v113;
    const T v119 = v115 + v118;
    const T v120 = v39 * v115;
    const T v121 = v13 + v120;
    const T v122 = v39 * v117;
    const T v123 = v119 + v122;
    const T v124 = v39 * v119;
    const T v125 = v121 + v124;
    const T v126 = v39 * v121;
    const T v127 = v12 + v126;
    const T v128 = v39 * v123;
    const T v129 = v125 + v128;
    const T v130 = v39 * v125;
    const T v131 = v127 + v130;
    const T v132 = v39 * v127;
    const T v133 = v11 + v132;
    const T v134 = v39 * v129;
    const T v135 = v131 + v134;
    const T v136 = v39 * v131;
    const T v137 = v133 + v136;
    const T v138 = v39 * v133;
    const T v139 = v10 + v138;
    const T v140 = v39 * v135;
    const T v141 = v137 + v140;
    const T v142 = v39 * v137;
    const T v143 = v139 + v142;
    const T v144 = v39 * v139;
    const T v145 = v9 + v144;
    const T v146 = v39 * v141;
    const T v147 = v143 + v146;
    const T v148 = v39 * v143;
    const T v149 = v145 + v148;
    const T v150 = v39 * v145;
    const T v151 = v8 + v150;
    const T v152 = v39 * v147;
    const T v153 = v149 + v152;
    const T v154 = v39 * v149;
    const T v155 = v151 + v154;
    const T v156 = v39 * v151;
    const T v157 = v7 + v156;
    const T v158 = v39 * v153;
    const T v159 = v155 + v158;
    const T v160 = v39 * v155;
    const T v161 = v157 + v160;
    const T v162 = v39 * v157;
    const T v163 = v6 + v162;
    const T v164 = v39 * v159;
    const T v165 = v161 + v164;
    const T v166 = v39 * v161;
    const T v167 = v163 + v166;
    const T v168 = v39 * v163;
    const T v169 = v5 + v168;
    const T v170 = v39 * v165;
    const T v171 = v167 + v170;
    const T v172 = v39 * v167;
    const T v173 = v169 + v172;
    const T v174 = v39 * v169;
    const T v175 = v4 + v174;
    const T v176 = v39 * v171;
    const T v177 = v173 + v176;
    const T v178 = v39 * v173;
    const T v179 = v175 + v178;
    const T v180 = constant<T>(1.0) / v3;
    const T v181 = constant<T>(4.0) * v180;
    const T v182 = v36 * v181;
    const T v183 = v179 * v182;
    const T v184 = constant<T>(8.0) * v182;
    const T v185 = v36 * v184;
    const T v186 = v177 * v185;
    const T v187 = rsqrt_apart_(v33);
    const T v188 = v187 * v187;
    const T v189 = v187 * v188;
    const T v190 = -(v189);
    const T v191 = constant<T>(3.0) * v188;
    const T v192 = v189 * v191;
    const T v193 = v190 - v183;
    const T v194 = select_(v35, v193, constant<T>(0.0));
    const T v195 = v192 - v186;
    const T v196 = select_(v35, v195, constant<T>(0.0));
    const T v197 = v0 * v194;
    const T v198 = v1 * v194;
    const T v199 = v2 * v194;
    const T v200 = v1 * v196;
    const T v201 = v0 * v200;
    const T v202 = v2 * v196;
    const T v203 = v0 * v202;
    const T v204 = v1 * v200;
    const T v205 = v194 + v204;
    const T v206 = v1 * v202;
    const T v207 = v2 * v202;
    const T v208 = v194 + v207;
    const T v209 = v29 * v196;
    const T v210 = v194 + v209;
    acc[0] += v197;
    acc[1] += v198;
    acc[2] += v199;
    acc[3] += v210;
    acc[4] += v201;
    acc[5] += v203;
    acc[6] += v205;
    acc[7] += v206;
    acc[8] += v208;
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

struct Pair_604452305d875ff7 {
  static constexpr int DIM = 3, WEIGHTS = 3, PARAMETERS = 12, RESULTS = 3;
  static constexpr bool BRANCHES = true;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_b86761aa07954399 {
  static constexpr int DIM = 3, WEIGHTS = 3, PARAMETERS = 12, RESULTS = 9;
  static constexpr bool BRANCHES = true;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_8f4d7abe4d3f6943 {
  static constexpr int DIM = 3, WEIGHTS = 3, PARAMETERS = 17, RESULTS = 3;
  static constexpr bool BRANCHES = true;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_52d9611180000ff8 {
  static constexpr int DIM = 3, WEIGHTS = 3, PARAMETERS = 17, RESULTS = 9;
  static constexpr bool BRANCHES = true;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_cd9b463af7496d7c {
  static constexpr int DIM = 3, WEIGHTS = 3, PARAMETERS = 27, RESULTS = 3;
  static constexpr bool BRANCHES = true;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_430c14f56cf258db {
  static constexpr int DIM = 3, WEIGHTS = 3, PARAMETERS = 27, RESULTS = 9;
  static constexpr bool BRANCHES = true;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_f149091e1d27da48 {
  static constexpr int DIM = 3, WEIGHTS = 0, PARAMETERS = 12, RESULTS = 1;
  static constexpr bool BRANCHES = true;
  static constexpr bool FEW_NEAR = false;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = p[0];
    const T v4 = p[1];
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
    const T v20 = v3 * v3;
    const T v21 = constant<T>(1.0) / v20;
    const T v22 = constant<T>(2.0) * v21;
    const T v23 = v19 * v22;
    const T v24 = v23 - constant<T>(1.0);
    const T v25 = v14 * v24;
    const T v26 = v13 + v25;
    const T v27 = v25 + v26;
    const T v28 = v24 * v26;
    const T v29 = v12 + v28;
    const T v30 = v24 * v27;
    const T v31 = v29 + v30;
    const T v32 = v24 * v29;
    const T v33 = v11 + v32;
    const T v34 = v24 * v31;
    const T v35 = v33 + v34;
    const T v36 = v24 * v33;
    const T v37 = v10 + v36;
    const T v38 = v24 * v35;
    const T v39 = v37 + v38;
    const T v40 = v24 * v37;
    const T v41 = v9 + v40;
    const T v42 = v24 * v39;
    const T v43 = v41 + v42;
    const T v44 = v24 * v41;
    const T v45 = v8 + v44;
    const T v46 = v24 * v43;
    const T v47 = v45 + v46;
    const T v48 = v24 * v45;
    const T v49 = v7 + v48;
    const T v50 = v24 * v47;
    const T v51 = v49 + v50;
    const T v52 = v24 * v49;
    const T v53 = v6 + v52;
    const T v54 = v24 * v51;
    const T v55 = v53 + v54;
    const T v56 = v24 * v53;
    const T v57 = v5 + v56;
    const T v58 = v24 * v55;
    const T v59 = v57 + v58;
    const T v60 = v24 * v57;
    const T v61 = v4 + v60;
    const T v62 = constant<T>(1.0) / v3;
    const T v63 = v61 * v62;
    const T v64 = constant<T>(4.0) * v62;
    const T v65 = v21 * v64;
    const T v66 = v59 * v65;
    const mask_t<T> v67 = v19 < v20;
    const T v68 = rsqrt_apart_(v19);
    const T v69 = v68 * v68;
    const T v70 = v68 * v69;
    const T v71 = -(v70);
    const T v72 = v68 - v63;
    const T v73 = select_(v67, v72, constant<T>(0.0));
    const T v74 = v71 - v66;
    const T v75 = select_(v67, v74, constant<T>(0.0));
    const T v76 = constant<T>(3.0) * v73;
    const T v77 = v19 * v75;
    acc[0] += v76;
    acc[0] += v77;
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

struct Pair_86b531aef29be281 {
  static constexpr int DIM = 3, WEIGHTS = 0, PARAMETERS = 12, RESULTS = 4;
  static constexpr bool BRANCHES = true;
  static constexpr bool FEW_NEAR = false;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = p[0];
    const T v4 = p[1];
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
    const T v20 = v3 * v3;
    const T v21 = constant<T>(1.0) / v20;
    const T v22 = constant<T>(2.0) * v21;
    const T v23 = v19 * v22;
    const T v24 = v23 - constant<T>(1.0);
    const T v25 = v14 * v24;
    const T v26 = v13 + v25;
    const T v27 = v25 + v26;
    const T v28 = v24 * v26;
    const T v29 = v12 + v28;
    const T v30 = v25 + v27;
    const T v31 = v24 * v27;
    const T v32 = v29 + v31;
    const T v33 = v24 * v29;
    const T v34 = v11 + v33;
    const T v35 = v24 * v30;
    const T v36 = v32 + v35;
    const T v37 = v24 * v32;
    const T v38 = v34 + v37;
    const T v39 = v24 * v34;
    const T v40 = v10 + v39;
    const T v41 = v24 * v36;
    const T v42 = v38 + v41;
    const T v43 = v24 * v38;
    const T v44 = v40 + v43;
    const T v45 = v24 * v40;
    const T v46 = v9 + v45;
    const T v47 = v24 * v42;
    const T v48 = v44 + v47;
    const T v49 = v24 * v44;
    const T v50 = v46 + v49;
    const T v51 = v24 * v46;
    const T v52 = v8 + v51;
    const T v53 = v24 * v48;
    const T v54 = v50 + v53;
    const T v55 = v24 * v50;
    const T v56 = v52 + v55;
    const T v57 = v24 * v52;
    const T v58 = v7 + v57;
    const T v59 = v24 * v54;
    const T v60 = v56 + v59;
    const T v61 = v24 * v56;
    const T v62 = v58 + v61;
    const T v63 = v24 * v58;
    const T v64 = v6 + v63;
    const T v65 = v24 * v60;
    const T v66 = v62 + v65;
    const T v67 = v24 * v62;
    const T v68 = v64 + v67;
    const T v69 = v24 * v64;
    const T v70 = v5 + v69;
    const T v71 = v24 * v66;
    const T v72 = v68 + v71;
    const T v73 = v24 * v68;
    const T v74 = v70 + v73;
    const T v75 = v24 * v70;
    const T v76 = v4 + v75;
    const T v77 = constant<T>(1.0) / v3;
    const T v78 = v76 * v77;
    const T v79 = constant<T>(4.0) * v77;
    const T v80 = v21 * v79;
    const T v81 = v74 * v80;
    const T v82 = constant<T>(8.0) * v80;
    const T v83 = v21 * v82;
    const T v84 = v72 * v83;
    const mask_t<T> v85 = v19 < v20;
    const T v86 = rsqrt_apart_(v19);
    const T v87 = v86 * v86;
    const T v88 = v86 * v87;
    const T v89 = -(v88);
    const T v90 = constant<T>(3.0) * v86;
    const T v91 = v86 * v90;
    const T v92 = v88 * v91;
    const T v93 = v86 - v78;
    const T v94 = select_(v85, v93, constant<T>(0.0));
    const T v95 = v89 - v81;
    const T v96 = select_(v85, v95, constant<T>(0.0));
    const T v97 = v92 - v84;
    const T v98 = select_(v85, v97, constant<T>(0.0));
    const T v99 = constant<T>(3.0) * v94;
    const T v100 = v19 * v96;
    const T v101 = constant<T>(5.0) * v96;
    const T v102 = v19 * v98;
    const T v103 = v101 + v102;
    const T v104 = v0 * v103;
    const T v105 = v1 * v103;
    const T v106 = v2 * v103;
    acc[0] += v99;
    acc[0] += v100;
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

struct Pair_7fe1146711ccd689 {
  static constexpr int DIM = 3, WEIGHTS = 0, PARAMETERS = 17, RESULTS = 1;
  static constexpr bool BRANCHES = true;
  static constexpr bool FEW_NEAR = false;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = p[0];
    const T v4 = p[1];
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
    const T v25 = v3 * v3;
    const T v26 = constant<T>(1.0) / v25;
    const T v27 = constant<T>(2.0) * v26;
    const T v28 = v24 * v27;
    const T v29 = v28 - constant<T>(1.0);
    const T v30 = v19 * v29;
    const T v31 = v18 + v30;
    const T v32 = v30 + v31;
    const T v33 = v29 * v31;
    const T v34 = v17 + v33;
    const T v35 = v29 * v32;
    const T v36 = v34 + v35;
    const T v37 = v29 * v34;
    const T v38 = v16 + v37;
    const T v39 = v29 * v36;
    const T v40 = v38 + v39;
    const T v41 = v29 * v38;
    const T v42 = v15 + v41;
    const T v43 = v29 * v40;
    const T v44 = v42 + v43;
    const T v45 = v29 * v42;
    const T v46 = v14 + v45;
    const T v47 = v29 * v44;
    const T v48 = v46 + v47;
    const T v49 = v29 * v46;
    const T v50 = v13 + v49;
    const T v51 = v29 * v48;
    const T v52 = v50 + v51;
    const T v53 = v29 * v50;
    const T v54 = v12 + v53;
    const T v55 = v29 * v52;
    const T v56 = v54 + v55;
    const T v57 = v29 * v54;
    const T v58 = v11 + v57;
    const T v59 = v29 * v56;
    const T v60 = v58 + v59;
    const T v61 = v29 * v58;
    const T v62 = v10 + v61;
    const T v63 = v29 * v60;
    const T v64 = v62 + v63;
    const T v65 = v29 * v62;
    const T v66 = v9 + v65;
    const T v67 = v29 * v64;
    const T v68 = v66 + v67;
    const T v69 = v29 * v66;
    const T v70 = v8 + v69;
    const T v71 = v29 * v68;
    const T v72 = v70 + v71;
    const T v73 = v29 * v70;
    const T v74 = v7 + v73;
    const T v75 = v29 * v72;
    const T v76 = v74 + v75;
    const T v77 = v29 * v74;
    const T v78 = v6 + v77;
    const T v79 = v29 * v76;
    const T v80 = v78 + v79;
    const T v81 = v29 * v78;
    const T v82 = v5 + v81;
    const T v83 = v29 * v80;
    const T v84 = v82 + v83;
    const T v85 = v29 * v82;
    const T v86 = v4 + v85;
    const T v87 = constant<T>(1.0) / v3;
    const T v88 = v86 * v87;
    const T v89 = constant<T>(4.0) * v87;
    const T v90 = v26 * v89;
    const T v91 = v84 * v90;
    const mask_t<T> v92 = v24 < v25;
    const T v93 = rsqrt_apart_(v24);
    const T v94 = v93 * v93;
    const T v95 = v93 * v94;
    const T v96 = -(v95);
    const T v97 = v93 - v88;
    const T v98 = select_(v92, v97, constant<T>(0.0));
    const T v99 = v96 - v91;
    const T v100 = select_(v92, v99, constant<T>(0.0));
    const T v101 = constant<T>(3.0) * v98;
    const T v102 = v24 * v100;
    acc[0] += v101;
    acc[0] += v102;
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

struct Pair_3edf52c090de7d24 {
  static constexpr int DIM = 3, WEIGHTS = 0, PARAMETERS = 17, RESULTS = 4;
  static constexpr bool BRANCHES = true;
  static constexpr bool FEW_NEAR = false;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = p[0];
    const T v4 = p[1];
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
    const T v25 = v3 * v3;
    const T v26 = constant<T>(1.0) / v25;
    const T v27 = constant<T>(2.0) * v26;
    const T v28 = v24 * v27;
    const T v29 = v28 - constant<T>(1.0);
    const T v30 = v19 * v29;
    const T v31 = v18 + v30;
    const T v32 = v30 + v31;
    const T v33 = v29 * v31;
    const T v34 = v17 + v33;
    const T v35 = v30 + v32;
    const T v36 = v29 * v32;
    const T v37 = v34 + v36;
    const T v38 = v29 * v34;
    const T v39 = v16 + v38;
    const T v40 = v29 * v35;
    const T v41 = v37 + v40;
    const T v42 = v29 * v37;
    const T v43 = v39 + v42;
    const T v44 = v29 * v39;
    const T v45 = v15 + v44;
    const T v46 = v29 * v41;
    const T v47 = v43 + v46;
    const T v48 = v29 * v43;
    const T v49 = v45 + v48;
    const T v50 = v29 * v45;
    const T v51 = v14 + v50;
    const T v52 = v29 * v47;
    const T v53 = v49 + v52;
    const T v54 = v29 * v49;
    const T v55 = v51 + v54;
    const T v56 = v29 * v51;
    const T v57 = v13 + v56;
    const T v58 = v29 * v53;
    const T v59 = v55 + v58;
    const T v60 = v29 * v55;
    const T v61 = v57 + v60;
    const T v62 = v29 * v57;
    const T v63 = v12 + v62;
    const T v64 = v29 * v59;
    const T v65 = v61 + v64;
    const T v66 = v29 * v61;
    const T v67 = v63 + v66;
    const T v68 = v29 * v63;
    const T v69 = v11 + v68;
    const T v70 = v29 * v65;
    const T v71 = v67 + v70;
    const T v72 = v29 * v67;
    const T v73 = v69 + v72;
    const T v74 = v29 * v69;
    const T v75 = v10 + v74;
    const T v76 = v29 * v71;
    const T v77 = v73 + v76;
    const T v78 = v29 * v73;
    const T v79 = v75 + v78;
    const T v80 = v29 * v75;
    const T v81 = v9 + v80;
    const T v82 = v29 * v77;
    const T v83 = v79 + v82;
    const T v84 = v29 * v79;
    const T v85 = v81 + v84;
    const T v86 = v29 * v81;
    const T v87 = v8 + v86;
    const T v88 = v29 * v83;
    const T v89 = v85 + v88;
    const T v90 = v29 * v85;
    const T v91 = v87 + v90;
    const T v92 = v29 * v87;
    const T v93 = v7 + v92;
    const T v94 = v29 * v89;
    const T v95 = v91 + v94;
    const T v96 = v29 * v91;
    const T v97 = v93 + v96;
    const T v98 = v29 * v93;
    const T v99 = v6 + v98;
    const T v100 = v29 * v95;
    const T v101 = v97 + v100;
    const T v102 = v29 * v97;
    const T v103 = v99 + v102;
    const T v104 = v29 * v99;
    const T v105 = v5 + v104;
    const T v106 = v29 * v101;
    const T v107 = v103 + v106;
    const T v108 = v29 * v103;
    const T v109 = v105 + v108;
    const T v110 = v29 * v105;
    const T v111 = v4 + v110;
    const T v112 = constant<T>(1.0) / v3;
    const T v113 = v111 * v112;
    const T v114 = constant<T>(4.0) * v112;
    const T v115 = v26 * v114;
    const T v116 = v109 * v115;
    const T v117 = constant<T>(8.0) * v115;
    const T v118 = v26 * v117;
    const T v119 = v107 * v118;
    const mask_t<T> v120 = v24 < v25;
    const T v121 = rsqrt_apart_(v24);
    const T v122 = v121 * v121;
    const T v123 = v121 * v122;
    const T v124 = -(v123);
    const T v125 = constant<T>(3.0) * v121;
    const T v126 = v121 * v125;
    const T v127 = v123 * v126;
    const T v128 = v121 - v113;
    const T v129 = select_(v120, v128, constant<T>(0.0));
    const T v130 = v124 - v116;
    const T v131 = select_(v120, v130, constant<T>(0.0));
    const T v132 = v127 - v119;
    const T v133 = select_(v120, v132, constant<T>(0.0));
    const T v134 = constant<T>(3.0) * v129;
    const T v135 = v24 * v131;
    const T v136 = constant<T>(5.0) * v131;
    const T v137 = v24 * v133;
    const T v138 = v136 + v137;
    const T v139 = v0 * v138;
    const T v140 = v1 * v138;
    const T v141 = v2 * v138;
    acc[0] += v134;
    acc[0] += v135;
    acc[1] += v139;
    acc[2] += v140;
    acc[3] += v141;
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

struct Pair_be4170237d292784 {
  static constexpr int DIM = 3, WEIGHTS = 0, PARAMETERS = 27, RESULTS = 1;
  static constexpr bool BRANCHES = true;
  static constexpr bool FEW_NEAR = false;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = p[0];
    const T v4 = p[1];
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
    const T v35 = v3 * v3;
    const T v36 = constant<T>(1.0) / v35;
    const T v37 = constant<T>(2.0) * v36;
    const T v38 = v34 * v37;
    const T v39 = v38 - constant<T>(1.0);
    const T v40 = v29 * v39;
    const T v41 = v28 + v40;
    const T v42 = v40 + v41;
    const T v43 = v39 * v41;
    const T v44 = v27 + v43;
    const T v45 = v39 * v42;
    const T v46 = v44 + v45;
    const T v47 = v39 * v44;
    const T v48 = v26 + v47;
    const T v49 = v39 * v46;
    const T v50 = v48 + v49;
    const T v51 = v39 * v48;
    const T v52 = v25 + v51;
    const T v53 = v39 * v50;
    const T v54 = v52 + v53;
    const T v55 = v39 * v52;
    const T v56 = v24 + v55;
    const T v57 = v39 * v54;
    const T v58 = v56 + v57;
    const T v59 = v39 * v56;
    const T v60 = v23 + v59;
    const T v61 = v39 * v58;
    const T v62 = v60 + v61;
    const T v63 = v39 * v60;
    const T v64 = v22 + v63;
    const T v65 = v39 * v62;
    const T v66 = v64 + v65;
    const T v67 = v39 * v64;
    const T v68 = v21 + v67;
    const T v69 = v39 * v66;
    const T v70 = v68 + v69;
    const T v71 = v39 * v68;
    const T v72 = v20 + v71;
    const T v73 = v39 * v70;
    const T v74 = v72 + v73;
    const T v75 = v39 * v72;
    const T v76 = v19 + v75;
    const T v77 = v39 * v74;
    const T v78 = v76 + v77;
    const T v79 = v39 * v76;
    const T v80 = v18 + v79;
    const T v81 = v39 * v78;
    const T v82 = v80 + v81;
    const T v83 = v39 * v80;
    const T v84 = v17 + v83;
    const T v85 = v39 * v82;
    const T v86 = v84 + v85;
    const T v87 = v39 * v84;
    const T v88 = v16 + v87;
    const T v89 = v39 * v86;
    const T v90 = v88 + v89;
    const T v91 = v39 * v88;
    const T v92 = v15 + v91;
    const T v93 = v39 * v90;
    const T v94 = v92 + v93;
    const T v95 = v39 * v92;
    const T v96 = v14 + v95;
    const T v97 = v39 * v94;
    const T v98 = v96 + v97;
    const T v99 = v39 * v96;
    const T v100 = v13 + v99;
    const T v101 = v39 * v98;
    const T v102 = v100 + v101;
    const T v103 = v39 * v100;
    const T v104 = v12 + v103;
    const T v105 = v39 * v102;
    const T v106 = v104 + v105;
    const T v107 = v39 * v104;
    const T v108 = v11 + v107;
    const T v109 = v39 * v106;
    const T v110 = v108 + v109;
    const T v111 = v39 * v108;
    const T v112 = v10 + v111;
    const T v113 = v39 * v110;
    const T v114 = v112 + v113;
    const T v115 = v39 * v112;
    const T v116 = v9 + v115;
    const T v117 = v39 * v114;
    const T v118 = v116 + v117;
    const T v119 = v39 * v116;
    const T v120 = v8 + v119;
    const T v121 = v39 * v118;
    const T v122 = v120 + v121;
    const T v123 = v39 * v120;
    const T v124 = v7 + v123;
    const T v125 = v39 * v122;
    const T v126 = v124 + v125;
    const T v127 = v39 * v124;
    const T v128 = v6 + v127;
    const T v129 = v39 * v126;
    const T v130 = v128 + v129;
    const T v131 = v39 * v128;
    const T v132 = v5 + v131;
    const T v133 = v39 * v130;
    const T v134 = v132 + v133;
    const T v135 = v39 * v132;
    const T v136 = v4 + v135;
    const T v137 = constant<T>(1.0) / v3;
    const T v138 = v136 * v137;
    const T v139 = constant<T>(4.0) * v137;
    const T v140 = v36 * v139;
    const T v141 = v134 * v140;
    const mask_t<T> v142 = v34 < v35;
    const T v143 = rsqrt_apart_(v34);
    const T v144 = v143 * v143;
    const T v145 = v143 * v144;
    const T v146 = -(v145);
    const T v147 = v143 - v138;
    const T v148 = select_(v142, v147, constant<T>(0.0));
    const T v149 = v146 - v141;
    const T v150 = select_(v142, v149, constant<T>(0.0));
    const T v151 = constant<T>(3.0) * v148;
    const T v152 = v34 * v150;
    acc[0] += v151;
    acc[0] += v152;
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

struct Pair_170254d419d254cb {
  static constexpr int DIM = 3, WEIGHTS = 0, PARAMETERS = 27, RESULTS = 4;
  static constexpr bool BRANCHES = true;
  static constexpr bool FEW_NEAR = false;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = p[0];
    const T v4 = p[1];
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
    const T v35 = v3 * v3;
    const T v36 = constant<T>(1.0) / v35;
    const T v37 = constant<T>(2.0) * v36;
    const T v38 = v34 * v37;
    const T v39 = v38 - constant<T>(1.0);
    const T v40 = v29 * v39;
    const T v41 = v28 + v40;
    const T v42 = v40 + v41;
    const T v43 = v39 * v41;
    const T v44 = v27 + v43;
    const T v45 = v40 + v42;
    const T v46 = v39 * v42;
    const T v47 = v44 + v46;
    const T v48 = v39 * v44;
    const T v49 = v26 + v48;
    const T v50 = v39 * v45;
    const T v51 = v47 + v50;
    const T v52 = v39 * v47;
    const T v53 = v49 + v52;
    const T v54 = v39 * v49;
    const T v55 = v25 + v54;
    const T v56 = v39 * v51;
    const T v57 = v53 + v56;
    const T v58 = v39 * v53;
    const T v59 = v55 + v58;
    const T v60 = v39 * v55;
    const T v61 = v24 + v60;
    const T v62 = v39 * v57;
    const T v63 = v59 + v62;
    const T v64 = v39 * v59;
    const T v65 = v61 + v64;
    const T v66 = v39 * v61;
    const T v67 = v23 + v66;
    const T v68 = v39 * v63;
    const T v69 = v65 + v68;
    const T v70 = v39 * v65;
    const T v71 = v67 + v70;
    const T v72 = v39 * v67;
    const T v73 = v22 + v72;
    const T v74 = v39 * v69;
    const T v75 = v71 + v74;
    const T v76 = v39 * v71;
    const T v77 = v73 + v76;
    const T v78 = v39 * v73;
    const T v79 = v21 + v78;
    const T v80 = v39 * v75;
    const T v81 = v77 + v80;
    const T v82 = v39 * v77;
    const T v83 = v79 + v82;
    const T v84 = v39 * v79;
    const T v85 = v20 + v84;
    const T v86 = v39 * v81;
    const T v87 = v83 + v86;
    const T v88 = v39 * v83;
    const T v89 = v85 + v88;
    const T v90 = v39 * v85;
    const T v91 = v19 + v90;
    const T v92 = v39 * v87;
    const T v93 = v89 + v92;
    const T v94 = v39 * v89;
    const T v95 = v91 + v94;
    const T v96 = v39 * v91;
    const T v97 = v18 + v96;
    const T v98 = v39 * v93;
    const T v99 = v95 + v98;
    const T v100 = v39 * v95;
    const T v101 = v97 + v100;
    const T v102 = v39 * v97;
    const T v103 = v17 + v102;
    const T v104 = v39 * v99;
    const T v105 = v101 + v104;
    const T v106 = v39 * v101;
    const T v107 = v103 + v106;
    const T v108 = v39 * v103;
    const T v109 = v16 + v108;
    const T v110 = v39 * v105;
    const T v111 = v107 + v110;
    const T v112 = v39 * v107;
    const T v113 = v109 + v112;
    const T v114 = v39 * v109;
    const T v115 = v15 + v114;
    const T v116 = v39 * v111;
    const T v117 = v113 + v116;
    const T v118 = v39 * v113;
    const T v119 = v115 + v118;
    const T v120 = v39 * v115;
    const T v121 = v14 + v120;
    const T v122 = v39 * v117;
    const T v123 = v119 + v122;
    const T v124 = v39 * v119;
    const T v125 = v121 + v124;
    const T v126 = v39 * v121;
    const T v127 = v13 + v126;
    const T v128 = v39 * v123;
    const T v129 = v125 + v128;
    const T v130 = v39 * v125;
    const T v131 = v127 + v130;
    const T v132 = v39 * v127;
    const T v133 = v12 + v132;
    const T v134 = v39 * v129;
    const T v135 = v131 + v134;
    const T v136 = v39 * v131;
    const T v137 = v133 + v136;
    const T v138 = v39 * v133;
    const T v139 = v11 + v138;
    const T v140 = v39 * v135;
    const T v141 = v137 + v140;
    const T v142 = v39 * v137;
    const T v143 = v139 + v142;
    const T v144 = v39 * v139;
    const T v145 = v10 + v144;
    const T v146 = v39 * v141;
    const T v147 = v143 + v146;
    const T v148 = v39 * v143;
    const T v149 = v145 + v148;
    const T v150 = v39 * v145;
    const T v151 = v9 + v150;
    const T v152 = v39 * v147;
    const T v153 = v149 + v152;
    const T v154 = v39 * v149;
    const T v155 = v151 + v154;
    const T v156 = v39 * v151;
    const T v157 = v8 + v156;
    const T v158 = v39 * v153;
    const T v159 = v155 + v158;
    const T v160 = v39 * v155;
    const T v161 = v157 + v160;
    const T v162 = v39 * v157;
    const T v163 = v7 + v162;
    const T v164 = v39 * v159;
    const T v165 = v161 + v164;
    const T v166 = v39 * v161;
    const T v167 = v163 + v166;
    const T v168 = v39 * v163;
    const T v169 = v6 + v168;
    const T v170 = v39 * v165;
    const T v171 = v167 + v170;
    const T v172 = v39 * v167;
    const T v173 = v169 + v172;
    const T v174 = v39 * v169;
    const T v175 = v5 + v174;
    const T v176 = v39 * v171;
    const T v177 = v173 + v176;
    const T v178 = v39 * v173;
    const T v179 = v175 + v178;
    const T v180 = v39 * v175;
    const T v181 = v4 + v180;
    const T v182 = constant<T>(1.0) / v3;
    const T v183 = v181 * v182;
    const T v184 = constant<T>(4.0) * v182;
    const T v185 = v36 * v184;
    const T v186 = v179 * v185;
    const T v187 = constant<T>(8.0) * v185;
    const T v188 = v36 * v187;
    const T v189 = v177 * v188;
    const mask_t<T> v190 = v34 < v35;
    const T v191 = rsqrt_apart_(v34);
    const T v192 = v191 * v191;
    const T v193 = v191 * v192;
    const T v194 = -(v193);
    const T v195 = constant<T>(3.0) * v191;
    const T v196 = v191 * v195;
    const T v197 = v193 * v196;
    const T v198 = v191 - v183;
    const T v199 = select_(v190, v198, constant<T>(0.0));
    const T v200 = v194 - v186;
    const T v201 = select_(v190, v200, constant<T>(0.0));
    const T v202 = v197 - v189;
    const T v203 = select_(v190, v202, constant<T>(0.0));
    const T v204 = constant<T>(3.0) * v199;
    const T v205 = v34 * v201;
    const T v206 = constant<T>(5.0) * v201;
    const T v207 = v34 * v203;
    const T v208 = v206 + v207;
    const T v209 = v0 * v208;
    const T v210 = v1 * v208;
    const T v211 = v2 * v208;
    acc[0] += v204;
    acc[0] += v205;
    acc[1] += v209;
    acc[2] += v210;
    acc[3] += v211;
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

struct Pair_9e22be9ae907e3eb {
  static constexpr int DIM = 6, WEIGHTS = 1, PARAMETERS = 0, RESULTS = 7;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_1d84fc2472b61ba4 {
  static constexpr int DIM = 6, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 7;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_e4ed714b14894428 {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 1;
  static constexpr bool BRANCHES = true;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_31597578a299530d {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 4;
  static constexpr bool BRANCHES = true;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_9f7d8cd2a1a39871 {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 3;
  static constexpr bool BRANCHES = true;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_5f54ce76377d23bd {
  static constexpr int DIM = 3, WEIGHTS = 3, PARAMETERS = 1, RESULTS = 1;
  static constexpr bool BRANCHES = true;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_7a824c4c717db9e8 {
  static constexpr int DIM = 3, WEIGHTS = 4, PARAMETERS = 1, RESULTS = 1;
  static constexpr bool BRANCHES = true;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_57e3e09fceb16537 {
  static constexpr int DIM = 3, WEIGHTS = 4, PARAMETERS = 1, RESULTS = 4;
  static constexpr bool BRANCHES = true;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_7765c64484a47f94 {
  static constexpr int DIM = 3, WEIGHTS = 3, PARAMETERS = 1, RESULTS = 4;
  static constexpr bool BRANCHES = true;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_d2ed66b60091e694 {
  static constexpr int DIM = 3, WEIGHTS = 3, PARAMETERS = 1, RESULTS = 3;
  static constexpr bool BRANCHES = true;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_9f1bd1e5a8fd829a {
  static constexpr int DIM = 3, WEIGHTS = 4, PARAMETERS = 1, RESULTS = 3;
  static constexpr bool BRANCHES = true;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_932fa104b192f7de {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 10;
  static constexpr bool BRANCHES = true;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_a2b695a755162287 {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 6;
  static constexpr bool BRANCHES = true;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_89af587eed2a405e {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 9;
  static constexpr bool BRANCHES = true;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_c22dbac74c4e532d {
  static constexpr int DIM = 4, WEIGHTS = 1, PARAMETERS = 0, RESULTS = 1;
  static constexpr bool BRANCHES = true;
  static constexpr bool FEW_NEAR = false;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = w[-1];
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
    const T v0 = w[-1];
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

struct Pair_aa4a3df394ba04d8 {
  static constexpr int DIM = 4, WEIGHTS = 1, PARAMETERS = 0, RESULTS = 4;
  static constexpr bool BRANCHES = true;
  static constexpr bool FEW_NEAR = false;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = w[-1];
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
    const T v0 = w[-1];
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

struct Pair_016244b1f9ebee98 {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 2, RESULTS = 1;
  static constexpr bool BRANCHES = true;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_232a785ab104b5dc {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 2, RESULTS = 4;
  static constexpr bool BRANCHES = true;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_1a6833c43a896a8a {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 2, RESULTS = 3;
  static constexpr bool BRANCHES = true;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_e7172e530fcd531d {
  static constexpr int DIM = 3, WEIGHTS = 3, PARAMETERS = 2, RESULTS = 1;
  static constexpr bool BRANCHES = true;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_9a206850ba9b1687 {
  static constexpr int DIM = 3, WEIGHTS = 4, PARAMETERS = 2, RESULTS = 1;
  static constexpr bool BRANCHES = true;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_57a8606fbbcd089f {
  static constexpr int DIM = 3, WEIGHTS = 1, PARAMETERS = 1, RESULTS = 4;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
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

struct Pair_7c42ea641d0f2653 {
  static constexpr int DIM = 3, WEIGHTS = 0, PARAMETERS = 1, RESULTS = 4;
  static constexpr bool BRANCHES = false;
  static constexpr bool FEW_NEAR = false;
  template <class T>
  HD static void pair(const T* d, const T* w, const T* p, T* acc) {
    const T v0 = d[0];
    const T v1 = d[1];
    const T v2 = d[2];
    const T v3 = p[0];
    const T v4 = v0 * v0;
    const T v5 = v1 * v1;
    const T v6 = v4 + v5;
    const T v7 = v2 * v2;
    const T v8 = v6 + v7;
    const mask_t<T> v9 = constant<T>(0.0) < v8;
    const T v10 = v3 * v3;
    const T v11 = v10 * constant<T>(0.3333333333333333);
    const T v12 = v3 * v11;
    const T v13 = rsqrt_apart_(v8);
    const T v14 = v8 * v13;
    const T v15 = v3 * v14;
    const T v16 = cos_(v15);
    const T v17 = v3 * v16;
    const T v18 = sin_(v15);
    const T v19 = v13 * v18;
    const T v20 = v19 - v17;
    const T v21 = v13 * v13;
    const T v22 = v20 * v21;
    const T v23 = -(v22);
    const mask_t<T> v24 = v15 < constant<T>(1.0);
    const T v25 = select_(v24, v15, constant<T>(0.0));
    const T v26 = v25 * v25;
    const T v27 = constant<T>(0.0024154589371980675) * v26;
    const T v28 = constant<T>(1.0) - v27;
    const T v29 = constant<T>(0.002976190476190476) * v28;
    const T v30 = v26 * v29;
    const T v31 = constant<T>(1.0) - v30;
    const T v32 = constant<T>(0.0037593984962406013) * v31;
    const T v33 = v26 * v32;
    const T v34 = constant<T>(1.0) - v33;
    const T v35 = constant<T>(0.004901960784313725) * v34;
    const T v36 = v26 * v35;
    const T v37 = constant<T>(1.0) - v36;
    const T v38 = constant<T>(0.006666666666666667) * v37;
    const T v39 = v26 * v38;
    const T v40 = constant<T>(1.0) - v39;
    const T v41 = constant<T>(0.009615384615384616) * v40;
    const T v42 = v26 * v41;
    const T v43 = constant<T>(1.0) - v42;
    const T v44 = constant<T>(0.015151515151515152) * v43;
    const T v45 = v26 * v44;
    const T v46 = constant<T>(1.0) - v45;
    const T v47 = constant<T>(0.027777777777777776) * v46;
    const T v48 = v26 * v47;
    const T v49 = constant<T>(1.0) - v48;
    const T v50 = constant<T>(0.07142857142857142) * v49;
    const T v51 = v26 * v50;
    const T v52 = constant<T>(1.0) - v51;
    const T v53 = constant<T>(0.0026455026455026454) * v26;
    const T v54 = constant<T>(1.0) - v53;
    const T v55 = constant<T>(0.003289473684210526) * v54;
    const T v56 = v26 * v55;
    const T v57 = constant<T>(1.0) - v56;
    const T v58 = constant<T>(0.004201680672268907) * v57;
    const T v59 = v26 * v58;
    const T v60 = constant<T>(1.0) - v59;
    const T v61 = constant<T>(0.005555555555555556) * v60;
    const T v62 = v26 * v61;
    const T v63 = constant<T>(1.0) - v62;
    const T v64 = constant<T>(0.007692307692307693) * v63;
    const T v65 = v26 * v64;
    const T v66 = constant<T>(1.0) - v65;
    const T v67 = constant<T>(0.011363636363636364) * v66;
    const T v68 = v26 * v67;
    const T v69 = constant<T>(1.0) - v68;
    const T v70 = constant<T>(0.018518518518518517) * v69;
    const T v71 = v26 * v70;
    const T v72 = constant<T>(1.0) - v71;
    const T v73 = constant<T>(0.03571428571428571) * v72;
    const T v74 = v26 * v73;
    const T v75 = constant<T>(1.0) - v74;
    const T v76 = constant<T>(0.1) * v75;
    const T v77 = v26 * v76;
    const T v78 = constant<T>(1.0) - v77;
    const T v79 = constant<T>(0.06666666666666667) * v52;
    const T v80 = v26 * v79;
    const T v81 = v78 - v80;
    const mask_t<T> v82 = v9 & v24;
    const T v83 = v3 * v81;
    const T v84 = select_(v82, v83, v19);
    const T v85 = v12 * v78;
    const T v86 = -(v85);
    const T v87 = select_(v82, v86, v23);
    const T v88 = v0 * v87;
    const T v89 = v1 * v87;
    const T v90 = v2 * v87;
    acc[0] += v84;
    acc[1] += v88;
    acc[2] += v89;
    acc[3] += v90;
  }
};

}  // namespace

#include "p2p_columns.h"

JAXFMM_KERNEL(p2p_Pair_f860d06bf87e6c62_f32) { return p2p<Pair_f860d06bf87e6c62, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_52b1a4473581eda4_f32) { return p2p<Pair_52b1a4473581eda4, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_476359b221ef3b6c_f32) { return p2p<Pair_476359b221ef3b6c, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_303c93e8705a9069_f32) { return p2p<Pair_303c93e8705a9069, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_bdec8457624c4439_f32) { return p2p<Pair_bdec8457624c4439, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_7f2c7210440b92f5_f32) { return p2p<Pair_7f2c7210440b92f5, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_58a2c631cb3b66f3_f32) { return p2p<Pair_58a2c631cb3b66f3, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_d608d8175ff5695d_f32) { return p2p<Pair_d608d8175ff5695d, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_31104f4df49e5f1b_f32) { return p2p<Pair_31104f4df49e5f1b, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_8d0947ef0baf1453_f32) { return p2p<Pair_8d0947ef0baf1453, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_f8dfe798332d6544_f32) { return p2p<Pair_f8dfe798332d6544, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_d8fda7d870d7a89b_f32) { return p2p<Pair_d8fda7d870d7a89b, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_a50508915b400f13_f32) { return p2p<Pair_a50508915b400f13, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_f78f37e99a389d05_f32) { return p2p_columns<Pair_f78f37e99a389d05, 1, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_d0565089371be1c1_f32) { return p2p_columns<Pair_d0565089371be1c1, 1, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_6bda5e7fd5c623d1_f32) { return p2p<Pair_6bda5e7fd5c623d1, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_26a17a32ded9ef1e_f32) { return p2p<Pair_26a17a32ded9ef1e, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_32c40ecea5a23575_f32) { return p2p<Pair_32c40ecea5a23575, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_ed7fa4c1ae33aefa_f32) { return p2p<Pair_ed7fa4c1ae33aefa, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_925656dba00910e5_f32) { return p2p<Pair_925656dba00910e5, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_7efe8c3b77a37901_f32) { return p2p<Pair_7efe8c3b77a37901, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_251c24d42a353bc5_f32) { return p2p<Pair_251c24d42a353bc5, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_860356c303878031_f32) { return p2p<Pair_860356c303878031, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_c02c014d17dc711c_f32) { return p2p<Pair_c02c014d17dc711c, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_cb8bc9b30521aa4c_f32) { return p2p<Pair_cb8bc9b30521aa4c, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_f14102dca8a5ee43_f32) { return p2p<Pair_f14102dca8a5ee43, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_2767d7cd946558be_f32) { return p2p<Pair_2767d7cd946558be, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_8f7b9d00e7d7d167_f32) { return p2p<Pair_8f7b9d00e7d7d167, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_a2b89f4853a6545d_f32) { return p2p_columns<Pair_a2b89f4853a6545d, 1, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_0ca5042e8424fb06_f32) { return p2p_columns<Pair_0ca5042e8424fb06, 1, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_22f431758783b97d_f32) { return p2p<Pair_22f431758783b97d, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_4a4f1c3d83ac5b32_f32) { return p2p<Pair_4a4f1c3d83ac5b32, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_bef905fa2da2ec79_f32) { return p2p<Pair_bef905fa2da2ec79, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_1ded542ea8aca721_f32) { return p2p<Pair_1ded542ea8aca721, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_7d6d090260a10857_f32) { return p2p<Pair_7d6d090260a10857, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_fa73931e3c81878e_f32) { return p2p<Pair_fa73931e3c81878e, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_6fb2137570e6cd1a_f32) { return p2p<Pair_6fb2137570e6cd1a, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_064acf31ac37e70c_f32) { return p2p<Pair_064acf31ac37e70c, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_2727a469f9ba3ca8_f32) { return p2p<Pair_2727a469f9ba3ca8, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_eefd6a95460ed36e_f32) { return p2p<Pair_eefd6a95460ed36e, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_b6fbc6182c2d911c_f32) { return p2p<Pair_b6fbc6182c2d911c, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_9bc3890a2fe99fe5_f32) { return p2p<Pair_9bc3890a2fe99fe5, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_4bf72b01aa8cefc0_f32) { return p2p<Pair_4bf72b01aa8cefc0, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_d27b994b565b0a02_f32) { return p2p<Pair_d27b994b565b0a02, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_29c5fed21eedc6be_f32) { return p2p<Pair_29c5fed21eedc6be, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_e5e326fc994edfe3_f32) { return p2p<Pair_e5e326fc994edfe3, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_857fd820863347d1_f32) { return p2p<Pair_857fd820863347d1, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_6c09f3e538b65598_f32) { return p2p<Pair_6c09f3e538b65598, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_bd7a8d5cd9c2ff0d_f32) { return p2p<Pair_bd7a8d5cd9c2ff0d, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_636978754be80df3_f32) { return p2p<Pair_636978754be80df3, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_a1a16da1056aa306_f32) { return p2p_columns<Pair_a1a16da1056aa306, 1, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_51af57960918a887_f32) { return p2p_columns<Pair_51af57960918a887, 1, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_17808dee5eef26b1_f32) { return p2p_columns<Pair_17808dee5eef26b1, 2, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_471bb1fa67d82ed6_f32) { return p2p_columns<Pair_471bb1fa67d82ed6, 3, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_9b3c41f4c67298f4_f32) { return p2p<Pair_9b3c41f4c67298f4, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_6f79a7576b269c12_f32) { return p2p<Pair_6f79a7576b269c12, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_f246fd55683da597_f32) { return p2p<Pair_f246fd55683da597, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_362fbf82fe6fe6cc_f32) { return p2p<Pair_362fbf82fe6fe6cc, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_f501ec5246b60fe2_f32) { return p2p<Pair_f501ec5246b60fe2, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_879588000512493c_f32) { return p2p<Pair_879588000512493c, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_1f74d2d6251fdf6b_f32) { return p2p<Pair_1f74d2d6251fdf6b, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_046ff231692b276b_f32) { return p2p<Pair_046ff231692b276b, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_cfe6e29b2981746a_f32) { return p2p<Pair_cfe6e29b2981746a, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_78873b53bc28ca63_f32) { return p2p<Pair_78873b53bc28ca63, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_eb1139f4adb54765_f32) { return p2p<Pair_eb1139f4adb54765, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_9a7f8d24522117b7_f32) { return p2p<Pair_9a7f8d24522117b7, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_c6dbc1da70943754_f32) { return p2p<Pair_c6dbc1da70943754, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_e556d042874499f9_f32) { return p2p<Pair_e556d042874499f9, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_18d2b6dd255b55fc_f32) { return p2p<Pair_18d2b6dd255b55fc, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_55c4c077f845374d_f32) { return p2p<Pair_55c4c077f845374d, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_c892f33b6fa3a008_f32) { return p2p<Pair_c892f33b6fa3a008, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_1b868c78165bc9f7_f32) { return p2p<Pair_1b868c78165bc9f7, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_903a8fecab099684_f32) { return p2p<Pair_903a8fecab099684, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_386d281d9758e406_f32) { return p2p<Pair_386d281d9758e406, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_7749585c1dba9391_f32) { return p2p<Pair_7749585c1dba9391, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_0e9219c20f650813_f32) { return p2p<Pair_0e9219c20f650813, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_b1479dd49f1ce91f_f32) { return p2p<Pair_b1479dd49f1ce91f, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_fe9aec59ab2ee4a1_f32) { return p2p<Pair_fe9aec59ab2ee4a1, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_e36ee4f76e62d96f_f32) { return p2p<Pair_e36ee4f76e62d96f, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_3958fcf3daa9e5e7_f32) { return p2p<Pair_3958fcf3daa9e5e7, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_31bbc698b4ad8bdc_f32) { return p2p<Pair_31bbc698b4ad8bdc, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_74e4ecc5ca707da8_f32) { return p2p<Pair_74e4ecc5ca707da8, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_c6aab7f7d98a9959_f32) { return p2p<Pair_c6aab7f7d98a9959, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_9fca10dd5580145f_f32) { return p2p<Pair_9fca10dd5580145f, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_a5955ea56593db49_f32) { return p2p<Pair_a5955ea56593db49, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_16fdcc5f843917ac_f32) { return p2p<Pair_16fdcc5f843917ac, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_8f7d4354dab2c0df_f32) { return p2p<Pair_8f7d4354dab2c0df, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_0e0932284054dea4_f32) { return p2p<Pair_0e0932284054dea4, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_df5cc31738d7c303_f32) { return p2p<Pair_df5cc31738d7c303, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_b7665619e134e970_f32) { return p2p<Pair_b7665619e134e970, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_9533831872d12ecf_f32) { return p2p<Pair_9533831872d12ecf, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_40d638ff46c28c25_f32) { return p2p<Pair_40d638ff46c28c25, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_00705d543a04278e_f32) { return p2p<Pair_00705d543a04278e, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_6f77dfbcabb9f103_f32) { return p2p<Pair_6f77dfbcabb9f103, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_087991a5eb3ec54f_f32) { return p2p<Pair_087991a5eb3ec54f, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_69d2546a9fc57a9a_f32) { return p2p<Pair_69d2546a9fc57a9a, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_8e3687a09787c9ea_f32) { return p2p<Pair_8e3687a09787c9ea, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_5d8a5529039c8dbc_f32) { return p2p<Pair_5d8a5529039c8dbc, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_a6214a3f43ef0d9a_f32) { return p2p<Pair_a6214a3f43ef0d9a, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_686b993c148a7c9f_f32) { return p2p<Pair_686b993c148a7c9f, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_e99138d7705805f1_f32) { return p2p<Pair_e99138d7705805f1, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_7ee887e39a55caf6_f32) { return p2p<Pair_7ee887e39a55caf6, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_c689c94c73a7442c_f32) { return p2p<Pair_c689c94c73a7442c, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_a5a3e665d3e4ffd9_f32) { return p2p<Pair_a5a3e665d3e4ffd9, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_6acb4941b6306020_f32) { return p2p<Pair_6acb4941b6306020, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_563153e17822802a_f32) { return p2p<Pair_563153e17822802a, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_3664e9465ea9b4e6_f32) { return p2p<Pair_3664e9465ea9b4e6, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_ec0b81da7e9b1123_f32) { return p2p<Pair_ec0b81da7e9b1123, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_ed61a1b6c3aa7363_f32) { return p2p<Pair_ed61a1b6c3aa7363, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_14dc1ddf2470d377_f32) { return p2p<Pair_14dc1ddf2470d377, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_7c9fceff773062ea_f32) { return p2p<Pair_7c9fceff773062ea, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_9ca2ea74c5a5e56b_f32) { return p2p<Pair_9ca2ea74c5a5e56b, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_a8087a769e6f9fbe_f32) { return p2p<Pair_a8087a769e6f9fbe, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_259fcb6317e4dbe6_f32) { return p2p<Pair_259fcb6317e4dbe6, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_363e7cdbc1c63b13_f32) { return p2p<Pair_363e7cdbc1c63b13, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_7b25354eb52a4f3e_f32) { return p2p<Pair_7b25354eb52a4f3e, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_d0f3746c29b56bca_f32) { return p2p<Pair_d0f3746c29b56bca, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_67ddb21573778931_f32) { return p2p<Pair_67ddb21573778931, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_bf43951611f8def9_f32) { return p2p<Pair_bf43951611f8def9, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_a375e2b032424c5e_f32) { return p2p<Pair_a375e2b032424c5e, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_f71f9b10fd3e6bd1_f32) { return p2p<Pair_f71f9b10fd3e6bd1, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_2ac8b6e42a666bec_f32) { return p2p<Pair_2ac8b6e42a666bec, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_69eb49472df1a67e_f32) { return p2p<Pair_69eb49472df1a67e, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_476cf457991170dd_f32) { return p2p<Pair_476cf457991170dd, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_7a1ac5796145af28_f32) { return p2p<Pair_7a1ac5796145af28, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_4456ade38f3d46c9_f32) { return p2p<Pair_4456ade38f3d46c9, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_6b584052bce672f4_f32) { return p2p<Pair_6b584052bce672f4, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_77528e10c8bf0d33_f32) { return p2p<Pair_77528e10c8bf0d33, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_412b7767d6075e3d_f32) { return p2p<Pair_412b7767d6075e3d, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_8710a17cb2e518ff_f32) { return p2p<Pair_8710a17cb2e518ff, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_38a68d87112e0916_f32) { return p2p<Pair_38a68d87112e0916, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_8649ba9fcc6389e8_f32) { return p2p<Pair_8649ba9fcc6389e8, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_fd744b60d477a4be_f32) { return p2p<Pair_fd744b60d477a4be, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_c82e129bc60391bf_f32) { return p2p<Pair_c82e129bc60391bf, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_e7905bf67f6d2281_f32) { return p2p<Pair_e7905bf67f6d2281, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_7bf4305e583b58fa_f32) { return p2p<Pair_7bf4305e583b58fa, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_a3d4fa59a1dbebcd_f32) { return p2p<Pair_a3d4fa59a1dbebcd, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_cfdb5128655cf8c0_f32) { return p2p<Pair_cfdb5128655cf8c0, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_4db97ac93be19aaf_f32) { return p2p<Pair_4db97ac93be19aaf, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_e6de74277b09e066_f32) { return p2p<Pair_e6de74277b09e066, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_c97fc64d62690c19_f32) { return p2p<Pair_c97fc64d62690c19, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_5d4f8cdb57dfbcf8_f32) { return p2p_columns<Pair_5d4f8cdb57dfbcf8, 1, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_9019827135a5cd96_f32) { return p2p_columns<Pair_9019827135a5cd96, 1, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_a28501e9ceb8014d_f32) { return p2p<Pair_a28501e9ceb8014d, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_29ff1bd2c52ebebf_f32) { return p2p<Pair_29ff1bd2c52ebebf, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_d31bf48f08039f77_f32) { return p2p_columns<Pair_d31bf48f08039f77, 1, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_c57c21c18fe4dc2b_f32) { return p2p_columns<Pair_c57c21c18fe4dc2b, 1, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_82aa9a7c056b05d8_f32) { return p2p<Pair_82aa9a7c056b05d8, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_baf0775f94f1a7fe_f32) { return p2p<Pair_baf0775f94f1a7fe, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_8309c319f8760003_f32) { return p2p_columns<Pair_8309c319f8760003, 1, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_5cbd184c353ba11b_f32) { return p2p_columns<Pair_5cbd184c353ba11b, 1, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_01f9c9c81620e826_f32) { return p2p_columns<Pair_01f9c9c81620e826, 1, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_46b106834c43c660_f32) { return p2p_columns<Pair_46b106834c43c660, 1, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_f37f30b505754f27_f32) { return p2p<Pair_f37f30b505754f27, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_4d9423568d98ff45_f32) { return p2p<Pair_4d9423568d98ff45, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_15f716e895f70829_f32) { return p2p<Pair_15f716e895f70829, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_6ccbea18813e0fcf_f32) { return p2p<Pair_6ccbea18813e0fcf, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_358ff748296ae37f_f32) { return p2p<Pair_358ff748296ae37f, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_15b2fcabd9a8b7d0_f32) { return p2p_columns<Pair_15b2fcabd9a8b7d0, 1, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_8c00bbc391e7659d_f32) { return p2p_columns<Pair_8c00bbc391e7659d, 1, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_b325f3871b9e6d36_f32) { return p2p<Pair_b325f3871b9e6d36, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_7c8aef40351be3f5_f32) { return p2p<Pair_7c8aef40351be3f5, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_37e4a4d7b3cf5477_f32) { return p2p<Pair_37e4a4d7b3cf5477, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_75a0a94979d34122_f32) { return p2p<Pair_75a0a94979d34122, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_dad5def3a83cc198_f32) { return p2p<Pair_dad5def3a83cc198, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_02d50c39dac3eb1e_f32) { return p2p_columns<Pair_02d50c39dac3eb1e, 1, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_26e68a072c7b7cc5_f32) { return p2p_columns<Pair_26e68a072c7b7cc5, 1, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_227484345d2eb66d_f32) { return p2p<Pair_227484345d2eb66d, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_25f0c0050ef8203e_f32) { return p2p<Pair_25f0c0050ef8203e, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_60e6916732506c3b_f32) { return p2p<Pair_60e6916732506c3b, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_46e0866e04605744_f32) { return p2p<Pair_46e0866e04605744, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_7509dbf059b78201_f32) { return p2p<Pair_7509dbf059b78201, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_b9f5791f74933555_f32) { return p2p_columns<Pair_b9f5791f74933555, 1, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_fe1a0a7d0356756c_f32) { return p2p_columns<Pair_fe1a0a7d0356756c, 1, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_604452305d875ff7_f32) { return p2p<Pair_604452305d875ff7, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_b86761aa07954399_f32) { return p2p<Pair_b86761aa07954399, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_8f4d7abe4d3f6943_f32) { return p2p<Pair_8f4d7abe4d3f6943, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_52d9611180000ff8_f32) { return p2p<Pair_52d9611180000ff8, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_cd9b463af7496d7c_f32) { return p2p<Pair_cd9b463af7496d7c, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_430c14f56cf258db_f32) { return p2p<Pair_430c14f56cf258db, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_f149091e1d27da48_f32) { return p2p_columns<Pair_f149091e1d27da48, 1, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_86b531aef29be281_f32) { return p2p_columns<Pair_86b531aef29be281, 1, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_7fe1146711ccd689_f32) { return p2p_columns<Pair_7fe1146711ccd689, 1, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_3edf52c090de7d24_f32) { return p2p_columns<Pair_3edf52c090de7d24, 1, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_be4170237d292784_f32) { return p2p_columns<Pair_be4170237d292784, 1, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_170254d419d254cb_f32) { return p2p_columns<Pair_170254d419d254cb, 1, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_9e22be9ae907e3eb_f32) { return p2p<Pair_9e22be9ae907e3eb, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_1d84fc2472b61ba4_f32) { return p2p<Pair_1d84fc2472b61ba4, vf, float>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_f860d06bf87e6c62_f64) { return p2p<Pair_f860d06bf87e6c62, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_52b1a4473581eda4_f64) { return p2p<Pair_52b1a4473581eda4, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_476359b221ef3b6c_f64) { return p2p<Pair_476359b221ef3b6c, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_303c93e8705a9069_f64) { return p2p<Pair_303c93e8705a9069, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_bdec8457624c4439_f64) { return p2p<Pair_bdec8457624c4439, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_7f2c7210440b92f5_f64) { return p2p<Pair_7f2c7210440b92f5, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_58a2c631cb3b66f3_f64) { return p2p<Pair_58a2c631cb3b66f3, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_d608d8175ff5695d_f64) { return p2p<Pair_d608d8175ff5695d, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_31104f4df49e5f1b_f64) { return p2p<Pair_31104f4df49e5f1b, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_8d0947ef0baf1453_f64) { return p2p<Pair_8d0947ef0baf1453, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_f8dfe798332d6544_f64) { return p2p<Pair_f8dfe798332d6544, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_d8fda7d870d7a89b_f64) { return p2p<Pair_d8fda7d870d7a89b, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_a50508915b400f13_f64) { return p2p<Pair_a50508915b400f13, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_f78f37e99a389d05_f64) { return p2p_columns<Pair_f78f37e99a389d05, 1, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_d0565089371be1c1_f64) { return p2p_columns<Pair_d0565089371be1c1, 1, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_6bda5e7fd5c623d1_f64) { return p2p<Pair_6bda5e7fd5c623d1, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_26a17a32ded9ef1e_f64) { return p2p<Pair_26a17a32ded9ef1e, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_32c40ecea5a23575_f64) { return p2p<Pair_32c40ecea5a23575, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_ed7fa4c1ae33aefa_f64) { return p2p<Pair_ed7fa4c1ae33aefa, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_925656dba00910e5_f64) { return p2p<Pair_925656dba00910e5, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_7efe8c3b77a37901_f64) { return p2p<Pair_7efe8c3b77a37901, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_251c24d42a353bc5_f64) { return p2p<Pair_251c24d42a353bc5, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_860356c303878031_f64) { return p2p<Pair_860356c303878031, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_c02c014d17dc711c_f64) { return p2p<Pair_c02c014d17dc711c, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_cb8bc9b30521aa4c_f64) { return p2p<Pair_cb8bc9b30521aa4c, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_f14102dca8a5ee43_f64) { return p2p<Pair_f14102dca8a5ee43, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_2767d7cd946558be_f64) { return p2p<Pair_2767d7cd946558be, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_8f7b9d00e7d7d167_f64) { return p2p<Pair_8f7b9d00e7d7d167, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_a2b89f4853a6545d_f64) { return p2p_columns<Pair_a2b89f4853a6545d, 1, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_0ca5042e8424fb06_f64) { return p2p_columns<Pair_0ca5042e8424fb06, 1, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_e4ed714b14894428_f64) { return p2p<Pair_e4ed714b14894428, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_31597578a299530d_f64) { return p2p<Pair_31597578a299530d, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_9f7d8cd2a1a39871_f64) { return p2p<Pair_9f7d8cd2a1a39871, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_5f54ce76377d23bd_f64) { return p2p<Pair_5f54ce76377d23bd, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_7a824c4c717db9e8_f64) { return p2p<Pair_7a824c4c717db9e8, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_57e3e09fceb16537_f64) { return p2p<Pair_57e3e09fceb16537, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_7765c64484a47f94_f64) { return p2p<Pair_7765c64484a47f94, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_d2ed66b60091e694_f64) { return p2p<Pair_d2ed66b60091e694, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_9f1bd1e5a8fd829a_f64) { return p2p<Pair_9f1bd1e5a8fd829a, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_932fa104b192f7de_f64) { return p2p<Pair_932fa104b192f7de, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_a2b695a755162287_f64) { return p2p<Pair_a2b695a755162287, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_89af587eed2a405e_f64) { return p2p<Pair_89af587eed2a405e, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_c22dbac74c4e532d_f64) { return p2p<Pair_c22dbac74c4e532d, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_aa4a3df394ba04d8_f64) { return p2p<Pair_aa4a3df394ba04d8, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_29c5fed21eedc6be_f64) { return p2p<Pair_29c5fed21eedc6be, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_e5e326fc994edfe3_f64) { return p2p<Pair_e5e326fc994edfe3, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_857fd820863347d1_f64) { return p2p<Pair_857fd820863347d1, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_6c09f3e538b65598_f64) { return p2p<Pair_6c09f3e538b65598, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_bd7a8d5cd9c2ff0d_f64) { return p2p<Pair_bd7a8d5cd9c2ff0d, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_636978754be80df3_f64) { return p2p<Pair_636978754be80df3, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_a1a16da1056aa306_f64) { return p2p_columns<Pair_a1a16da1056aa306, 1, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_51af57960918a887_f64) { return p2p_columns<Pair_51af57960918a887, 1, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_17808dee5eef26b1_f64) { return p2p_columns<Pair_17808dee5eef26b1, 2, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_471bb1fa67d82ed6_f64) { return p2p_columns<Pair_471bb1fa67d82ed6, 3, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_9b3c41f4c67298f4_f64) { return p2p<Pair_9b3c41f4c67298f4, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_6f79a7576b269c12_f64) { return p2p<Pair_6f79a7576b269c12, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_f246fd55683da597_f64) { return p2p<Pair_f246fd55683da597, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_362fbf82fe6fe6cc_f64) { return p2p<Pair_362fbf82fe6fe6cc, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_f501ec5246b60fe2_f64) { return p2p<Pair_f501ec5246b60fe2, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_879588000512493c_f64) { return p2p<Pair_879588000512493c, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_1f74d2d6251fdf6b_f64) { return p2p<Pair_1f74d2d6251fdf6b, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_046ff231692b276b_f64) { return p2p<Pair_046ff231692b276b, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_cfe6e29b2981746a_f64) { return p2p<Pair_cfe6e29b2981746a, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_78873b53bc28ca63_f64) { return p2p<Pair_78873b53bc28ca63, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_eb1139f4adb54765_f64) { return p2p<Pair_eb1139f4adb54765, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_9a7f8d24522117b7_f64) { return p2p<Pair_9a7f8d24522117b7, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_c6dbc1da70943754_f64) { return p2p<Pair_c6dbc1da70943754, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_e556d042874499f9_f64) { return p2p<Pair_e556d042874499f9, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_18d2b6dd255b55fc_f64) { return p2p<Pair_18d2b6dd255b55fc, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_55c4c077f845374d_f64) { return p2p<Pair_55c4c077f845374d, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_c892f33b6fa3a008_f64) { return p2p<Pair_c892f33b6fa3a008, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_1b868c78165bc9f7_f64) { return p2p<Pair_1b868c78165bc9f7, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_903a8fecab099684_f64) { return p2p<Pair_903a8fecab099684, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_386d281d9758e406_f64) { return p2p<Pair_386d281d9758e406, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_7749585c1dba9391_f64) { return p2p<Pair_7749585c1dba9391, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_0e9219c20f650813_f64) { return p2p<Pair_0e9219c20f650813, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_b1479dd49f1ce91f_f64) { return p2p<Pair_b1479dd49f1ce91f, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_fe9aec59ab2ee4a1_f64) { return p2p<Pair_fe9aec59ab2ee4a1, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_e36ee4f76e62d96f_f64) { return p2p<Pair_e36ee4f76e62d96f, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_3958fcf3daa9e5e7_f64) { return p2p<Pair_3958fcf3daa9e5e7, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_31bbc698b4ad8bdc_f64) { return p2p<Pair_31bbc698b4ad8bdc, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_74e4ecc5ca707da8_f64) { return p2p<Pair_74e4ecc5ca707da8, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_c6aab7f7d98a9959_f64) { return p2p<Pair_c6aab7f7d98a9959, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_9fca10dd5580145f_f64) { return p2p<Pair_9fca10dd5580145f, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_a5955ea56593db49_f64) { return p2p<Pair_a5955ea56593db49, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_16fdcc5f843917ac_f64) { return p2p<Pair_16fdcc5f843917ac, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_8f7d4354dab2c0df_f64) { return p2p<Pair_8f7d4354dab2c0df, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_0e0932284054dea4_f64) { return p2p<Pair_0e0932284054dea4, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_df5cc31738d7c303_f64) { return p2p<Pair_df5cc31738d7c303, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_b7665619e134e970_f64) { return p2p<Pair_b7665619e134e970, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_9533831872d12ecf_f64) { return p2p<Pair_9533831872d12ecf, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_40d638ff46c28c25_f64) { return p2p<Pair_40d638ff46c28c25, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_00705d543a04278e_f64) { return p2p<Pair_00705d543a04278e, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_6f77dfbcabb9f103_f64) { return p2p<Pair_6f77dfbcabb9f103, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_087991a5eb3ec54f_f64) { return p2p<Pair_087991a5eb3ec54f, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_69d2546a9fc57a9a_f64) { return p2p<Pair_69d2546a9fc57a9a, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_8e3687a09787c9ea_f64) { return p2p<Pair_8e3687a09787c9ea, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_5d8a5529039c8dbc_f64) { return p2p<Pair_5d8a5529039c8dbc, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_a6214a3f43ef0d9a_f64) { return p2p<Pair_a6214a3f43ef0d9a, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_686b993c148a7c9f_f64) { return p2p<Pair_686b993c148a7c9f, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_e99138d7705805f1_f64) { return p2p<Pair_e99138d7705805f1, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_7ee887e39a55caf6_f64) { return p2p<Pair_7ee887e39a55caf6, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_c689c94c73a7442c_f64) { return p2p<Pair_c689c94c73a7442c, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_a5a3e665d3e4ffd9_f64) { return p2p<Pair_a5a3e665d3e4ffd9, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_6acb4941b6306020_f64) { return p2p<Pair_6acb4941b6306020, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_563153e17822802a_f64) { return p2p<Pair_563153e17822802a, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_3664e9465ea9b4e6_f64) { return p2p<Pair_3664e9465ea9b4e6, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_ec0b81da7e9b1123_f64) { return p2p<Pair_ec0b81da7e9b1123, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_ed61a1b6c3aa7363_f64) { return p2p<Pair_ed61a1b6c3aa7363, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_14dc1ddf2470d377_f64) { return p2p<Pair_14dc1ddf2470d377, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_7c9fceff773062ea_f64) { return p2p<Pair_7c9fceff773062ea, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_9ca2ea74c5a5e56b_f64) { return p2p<Pair_9ca2ea74c5a5e56b, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_a8087a769e6f9fbe_f64) { return p2p<Pair_a8087a769e6f9fbe, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_259fcb6317e4dbe6_f64) { return p2p<Pair_259fcb6317e4dbe6, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_363e7cdbc1c63b13_f64) { return p2p<Pair_363e7cdbc1c63b13, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_7b25354eb52a4f3e_f64) { return p2p<Pair_7b25354eb52a4f3e, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_d0f3746c29b56bca_f64) { return p2p<Pair_d0f3746c29b56bca, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_67ddb21573778931_f64) { return p2p<Pair_67ddb21573778931, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_bf43951611f8def9_f64) { return p2p<Pair_bf43951611f8def9, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_a375e2b032424c5e_f64) { return p2p<Pair_a375e2b032424c5e, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_f71f9b10fd3e6bd1_f64) { return p2p<Pair_f71f9b10fd3e6bd1, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_2ac8b6e42a666bec_f64) { return p2p<Pair_2ac8b6e42a666bec, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_69eb49472df1a67e_f64) { return p2p<Pair_69eb49472df1a67e, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_476cf457991170dd_f64) { return p2p<Pair_476cf457991170dd, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_7a1ac5796145af28_f64) { return p2p<Pair_7a1ac5796145af28, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_4456ade38f3d46c9_f64) { return p2p<Pair_4456ade38f3d46c9, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_6b584052bce672f4_f64) { return p2p<Pair_6b584052bce672f4, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_77528e10c8bf0d33_f64) { return p2p<Pair_77528e10c8bf0d33, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_412b7767d6075e3d_f64) { return p2p<Pair_412b7767d6075e3d, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_8710a17cb2e518ff_f64) { return p2p<Pair_8710a17cb2e518ff, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_38a68d87112e0916_f64) { return p2p<Pair_38a68d87112e0916, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_8649ba9fcc6389e8_f64) { return p2p<Pair_8649ba9fcc6389e8, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_fd744b60d477a4be_f64) { return p2p<Pair_fd744b60d477a4be, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_c82e129bc60391bf_f64) { return p2p<Pair_c82e129bc60391bf, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_016244b1f9ebee98_f64) { return p2p<Pair_016244b1f9ebee98, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_232a785ab104b5dc_f64) { return p2p<Pair_232a785ab104b5dc, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_1a6833c43a896a8a_f64) { return p2p<Pair_1a6833c43a896a8a, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_e7172e530fcd531d_f64) { return p2p<Pair_e7172e530fcd531d, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_9a206850ba9b1687_f64) { return p2p<Pair_9a206850ba9b1687, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_e6de74277b09e066_f64) { return p2p<Pair_e6de74277b09e066, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_c97fc64d62690c19_f64) { return p2p<Pair_c97fc64d62690c19, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_5d4f8cdb57dfbcf8_f64) { return p2p_columns<Pair_5d4f8cdb57dfbcf8, 1, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_9019827135a5cd96_f64) { return p2p_columns<Pair_9019827135a5cd96, 1, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_a28501e9ceb8014d_f64) { return p2p<Pair_a28501e9ceb8014d, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_57a8606fbbcd089f_f64) { return p2p<Pair_57a8606fbbcd089f, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_d31bf48f08039f77_f64) { return p2p_columns<Pair_d31bf48f08039f77, 1, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_7c42ea641d0f2653_f64) { return p2p_columns<Pair_7c42ea641d0f2653, 1, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_82aa9a7c056b05d8_f64) { return p2p<Pair_82aa9a7c056b05d8, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_baf0775f94f1a7fe_f64) { return p2p<Pair_baf0775f94f1a7fe, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_8309c319f8760003_f64) { return p2p_columns<Pair_8309c319f8760003, 1, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_5cbd184c353ba11b_f64) { return p2p_columns<Pair_5cbd184c353ba11b, 1, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_01f9c9c81620e826_f64) { return p2p_columns<Pair_01f9c9c81620e826, 1, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_46b106834c43c660_f64) { return p2p_columns<Pair_46b106834c43c660, 1, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_f37f30b505754f27_f64) { return p2p<Pair_f37f30b505754f27, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_4d9423568d98ff45_f64) { return p2p<Pair_4d9423568d98ff45, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_15f716e895f70829_f64) { return p2p<Pair_15f716e895f70829, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_6ccbea18813e0fcf_f64) { return p2p<Pair_6ccbea18813e0fcf, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_358ff748296ae37f_f64) { return p2p<Pair_358ff748296ae37f, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_15b2fcabd9a8b7d0_f64) { return p2p_columns<Pair_15b2fcabd9a8b7d0, 1, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_8c00bbc391e7659d_f64) { return p2p_columns<Pair_8c00bbc391e7659d, 1, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_b325f3871b9e6d36_f64) { return p2p<Pair_b325f3871b9e6d36, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_7c8aef40351be3f5_f64) { return p2p<Pair_7c8aef40351be3f5, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_37e4a4d7b3cf5477_f64) { return p2p<Pair_37e4a4d7b3cf5477, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_75a0a94979d34122_f64) { return p2p<Pair_75a0a94979d34122, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_dad5def3a83cc198_f64) { return p2p<Pair_dad5def3a83cc198, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_02d50c39dac3eb1e_f64) { return p2p_columns<Pair_02d50c39dac3eb1e, 1, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_26e68a072c7b7cc5_f64) { return p2p_columns<Pair_26e68a072c7b7cc5, 1, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_227484345d2eb66d_f64) { return p2p<Pair_227484345d2eb66d, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_25f0c0050ef8203e_f64) { return p2p<Pair_25f0c0050ef8203e, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_60e6916732506c3b_f64) { return p2p<Pair_60e6916732506c3b, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_46e0866e04605744_f64) { return p2p<Pair_46e0866e04605744, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_7509dbf059b78201_f64) { return p2p<Pair_7509dbf059b78201, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_b9f5791f74933555_f64) { return p2p_columns<Pair_b9f5791f74933555, 1, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_fe1a0a7d0356756c_f64) { return p2p_columns<Pair_fe1a0a7d0356756c, 1, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_604452305d875ff7_f64) { return p2p<Pair_604452305d875ff7, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_b86761aa07954399_f64) { return p2p<Pair_b86761aa07954399, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_8f4d7abe4d3f6943_f64) { return p2p<Pair_8f4d7abe4d3f6943, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_52d9611180000ff8_f64) { return p2p<Pair_52d9611180000ff8, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_cd9b463af7496d7c_f64) { return p2p<Pair_cd9b463af7496d7c, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_430c14f56cf258db_f64) { return p2p<Pair_430c14f56cf258db, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_f149091e1d27da48_f64) { return p2p_columns<Pair_f149091e1d27da48, 1, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_86b531aef29be281_f64) { return p2p_columns<Pair_86b531aef29be281, 1, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_7fe1146711ccd689_f64) { return p2p_columns<Pair_7fe1146711ccd689, 1, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_3edf52c090de7d24_f64) { return p2p_columns<Pair_3edf52c090de7d24, 1, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_be4170237d292784_f64) { return p2p_columns<Pair_be4170237d292784, 1, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_170254d419d254cb_f64) { return p2p_columns<Pair_170254d419d254cb, 1, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_9e22be9ae907e3eb_f64) { return p2p<Pair_9e22be9ae907e3eb, vd, double>(buffers, scalars, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_1d84fc2472b61ba4_f64) { return p2p<Pair_1d84fc2472b61ba4, vd, double>(buffers, scalars, phase, begin, end); }
