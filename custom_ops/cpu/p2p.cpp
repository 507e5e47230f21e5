// Written by custom_ops/generate.py: P2P for the sums that are used most, as SIMD over the targets of a leaf.
#include "simd.h"

namespace {

struct Pair_cfa217af32ac6a6a {
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
    const mask_t<T> v10 = constant<T>(0.0) < v9;
    const T v11 = v4 * v4;
    const T v12 = v9 + v11;
    const T v13 = rsqrt_(v12);
    const T v14 = select_(v10, v13, constant<T>(0.0));
    const T v15 = v3 * v14;
    acc[0] += v15;
  }
};

struct Pair_73b26a0f310db333 {
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
    const mask_t<T> v10 = constant<T>(0.0) < v9;
    const T v11 = v4 * v4;
    const T v12 = v9 + v11;
    const T v13 = rsqrt_(v12);
    const T v14 = select_(v10, v13, constant<T>(0.0));
    const T v15 = v3 * v14;
    acc[0] += v15;
  }
};

struct Pair_3c447a35ab4cb839 {
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
    const mask_t<T> v10 = constant<T>(0.0) < v9;
    const T v11 = v4 * v4;
    const T v12 = v9 + v11;
    const T v13 = rsqrt_(v12);
    const T v14 = select_(v10, v13, constant<T>(0.0));
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
    acc[0] += v17;
    acc[1] += v20;
    acc[2] += v22;
    acc[3] += v24;
  }
};

struct Pair_f2e1b5b53dedd00b {
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
    const mask_t<T> v10 = constant<T>(0.0) < v9;
    const T v11 = v4 * v4;
    const T v12 = v9 + v11;
    const T v13 = rsqrt_(v12);
    const T v14 = select_(v10, v13, constant<T>(0.0));
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
    acc[0] += v17;
    acc[1] += v20;
    acc[2] += v22;
    acc[3] += v24;
  }
};

struct Pair_ae9463d03d2eb729 {
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
    const mask_t<T> v10 = constant<T>(0.0) < v9;
    const T v11 = v4 * v4;
    const T v12 = v9 + v11;
    const T v13 = rsqrt_(v12);
    const T v14 = select_(v10, v13, constant<T>(0.0));
    const T v15 = v14 * v14;
    const T v16 = v14 * v15;
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

struct Pair_dff64e6288bbcd60 {
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
    const mask_t<T> v10 = constant<T>(0.0) < v9;
    const T v11 = v4 * v4;
    const T v12 = v9 + v11;
    const T v13 = rsqrt_(v12);
    const T v14 = select_(v10, v13, constant<T>(0.0));
    const T v15 = v14 * v14;
    const T v16 = v14 * v15;
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

struct Pair_d3fe0d9a4eb27b36 {
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
    const mask_t<T> v12 = constant<T>(0.0) < v11;
    const T v13 = v6 * v6;
    const T v14 = v11 + v13;
    const T v15 = v0 * v3;
    const T v16 = -(v15);
    const T v17 = v1 * v4;
    const T v18 = v16 - v17;
    const T v19 = v2 * v5;
    const T v20 = v18 - v19;
    const T v21 = rsqrt_(v14);
    const T v22 = select_(v12, v21, constant<T>(0.0));
    const T v23 = v22 * v22;
    const T v24 = v22 * v23;
    const T v25 = v20 * v24;
    const T v26 = -(v25);
    acc[0] += v26;
  }
};

struct Pair_d098c352af76e01c {
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
    const mask_t<T> v12 = constant<T>(0.0) < v11;
    const T v13 = v6 * v6;
    const T v14 = v11 + v13;
    const T v15 = v0 * v3;
    const T v16 = -(v15);
    const T v17 = v1 * v4;
    const T v18 = v16 - v17;
    const T v19 = v2 * v5;
    const T v20 = v18 - v19;
    const T v21 = rsqrt_(v14);
    const T v22 = select_(v12, v21, constant<T>(0.0));
    const T v23 = v22 * v22;
    const T v24 = v22 * v23;
    const T v25 = v20 * v24;
    const T v26 = -(v25);
    acc[0] += v26;
  }
};

struct Pair_e55027afc9df48d0 {
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
    const mask_t<T> v13 = constant<T>(0.0) < v12;
    const T v14 = v7 * v7;
    const T v15 = v12 + v14;
    const T v16 = v0 * v4;
    const T v17 = -(v16);
    const T v18 = v1 * v5;
    const T v19 = v17 - v18;
    const T v20 = v2 * v6;
    const T v21 = v19 - v20;
    const T v22 = rsqrt_(v15);
    const T v23 = select_(v13, v22, constant<T>(0.0));
    const T v24 = v23 * v23;
    const T v25 = v23 * v24;
    const T v26 = v3 * v23;
    const T v27 = v21 * v25;
    const T v28 = v26 - v27;
    acc[0] += v28;
  }
};

struct Pair_db7a603da60cc09c {
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
    const mask_t<T> v13 = constant<T>(0.0) < v12;
    const T v14 = v7 * v7;
    const T v15 = v12 + v14;
    const T v16 = v0 * v4;
    const T v17 = -(v16);
    const T v18 = v1 * v5;
    const T v19 = v17 - v18;
    const T v20 = v2 * v6;
    const T v21 = v19 - v20;
    const T v22 = rsqrt_(v15);
    const T v23 = select_(v13, v22, constant<T>(0.0));
    const T v24 = v23 * v23;
    const T v25 = v23 * v24;
    const T v26 = v3 * v23;
    const T v27 = v21 * v25;
    const T v28 = v26 - v27;
    acc[0] += v28;
  }
};

struct Pair_b047140b3c3f2920 {
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
    const mask_t<T> v13 = constant<T>(0.0) < v12;
    const T v14 = v7 * v7;
    const T v15 = v12 + v14;
    const T v16 = v0 * v4;
    const T v17 = -(v16);
    const T v18 = v1 * v5;
    const T v19 = v17 - v18;
    const T v20 = v2 * v6;
    const T v21 = v19 - v20;
    const T v22 = rsqrt_(v15);
    const T v23 = select_(v13, v22, constant<T>(0.0));
    const T v24 = v23 * v23;
    const T v25 = v23 * v24;
    const T v26 = constant<T>(3.0) * v24;
    const T v27 = v25 * v26;
    const T v28 = v3 * v23;
    const T v29 = v21 * v25;
    const T v30 = v28 - v29;
    const T v31 = v3 * v25;
    const T v32 = v21 * v27;
    const T v33 = v32 - v31;
    const T v34 = v0 * v33;
    const T v35 = v4 * v25;
    const T v36 = v34 + v35;
    const T v37 = v1 * v33;
    const T v38 = v5 * v25;
    const T v39 = v37 + v38;
    const T v40 = v2 * v33;
    const T v41 = v6 * v25;
    const T v42 = v40 + v41;
    acc[0] += v30;
    acc[1] += v36;
    acc[2] += v39;
    acc[3] += v42;
  }
};

struct Pair_2fedfc4d09239676 {
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
    const mask_t<T> v13 = constant<T>(0.0) < v12;
    const T v14 = v7 * v7;
    const T v15 = v12 + v14;
    const T v16 = v0 * v4;
    const T v17 = -(v16);
    const T v18 = v1 * v5;
    const T v19 = v17 - v18;
    const T v20 = v2 * v6;
    const T v21 = v19 - v20;
    const T v22 = rsqrt_(v15);
    const T v23 = select_(v13, v22, constant<T>(0.0));
    const T v24 = v23 * v23;
    const T v25 = v23 * v24;
    const T v26 = constant<T>(3.0) * v24;
    const T v27 = v25 * v26;
    const T v28 = v3 * v23;
    const T v29 = v21 * v25;
    const T v30 = v28 - v29;
    const T v31 = v3 * v25;
    const T v32 = v21 * v27;
    const T v33 = v32 - v31;
    const T v34 = v0 * v33;
    const T v35 = v4 * v25;
    const T v36 = v34 + v35;
    const T v37 = v1 * v33;
    const T v38 = v5 * v25;
    const T v39 = v37 + v38;
    const T v40 = v2 * v33;
    const T v41 = v6 * v25;
    const T v42 = v40 + v41;
    acc[0] += v30;
    acc[1] += v36;
    acc[2] += v39;
    acc[3] += v42;
  }
};

struct Pair_73c329497a3b72b4 {
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
    const mask_t<T> v12 = constant<T>(0.0) < v11;
    const T v13 = v6 * v6;
    const T v14 = v11 + v13;
    const T v15 = v0 * v3;
    const T v16 = -(v15);
    const T v17 = v1 * v4;
    const T v18 = v16 - v17;
    const T v19 = v2 * v5;
    const T v20 = v18 - v19;
    const T v21 = rsqrt_(v14);
    const T v22 = select_(v12, v21, constant<T>(0.0));
    const T v23 = v22 * v22;
    const T v24 = v22 * v23;
    const T v25 = constant<T>(3.0) * v23;
    const T v26 = v24 * v25;
    const T v27 = v20 * v24;
    const T v28 = -(v27);
    const T v29 = v20 * v26;
    const T v30 = v0 * v29;
    const T v31 = v3 * v24;
    const T v32 = v30 + v31;
    const T v33 = v1 * v29;
    const T v34 = v4 * v24;
    const T v35 = v33 + v34;
    const T v36 = v2 * v29;
    const T v37 = v5 * v24;
    const T v38 = v36 + v37;
    acc[0] += v28;
    acc[1] += v32;
    acc[2] += v35;
    acc[3] += v38;
  }
};

struct Pair_804a1ad3c0176210 {
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
    const mask_t<T> v12 = constant<T>(0.0) < v11;
    const T v13 = v6 * v6;
    const T v14 = v11 + v13;
    const T v15 = v0 * v3;
    const T v16 = -(v15);
    const T v17 = v1 * v4;
    const T v18 = v16 - v17;
    const T v19 = v2 * v5;
    const T v20 = v18 - v19;
    const T v21 = rsqrt_(v14);
    const T v22 = select_(v12, v21, constant<T>(0.0));
    const T v23 = v22 * v22;
    const T v24 = v22 * v23;
    const T v25 = constant<T>(3.0) * v23;
    const T v26 = v24 * v25;
    const T v27 = v20 * v24;
    const T v28 = -(v27);
    const T v29 = v20 * v26;
    const T v30 = v0 * v29;
    const T v31 = v3 * v24;
    const T v32 = v30 + v31;
    const T v33 = v1 * v29;
    const T v34 = v4 * v24;
    const T v35 = v33 + v34;
    const T v36 = v2 * v29;
    const T v37 = v5 * v24;
    const T v38 = v36 + v37;
    acc[0] += v28;
    acc[1] += v32;
    acc[2] += v35;
    acc[3] += v38;
  }
};

struct Pair_dfec61908f8a9960 {
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
    const mask_t<T> v12 = constant<T>(0.0) < v11;
    const T v13 = v6 * v6;
    const T v14 = v11 + v13;
    const T v15 = v0 * v3;
    const T v16 = -(v15);
    const T v17 = v1 * v4;
    const T v18 = v16 - v17;
    const T v19 = v2 * v5;
    const T v20 = v18 - v19;
    const T v21 = rsqrt_(v14);
    const T v22 = select_(v12, v21, constant<T>(0.0));
    const T v23 = v22 * v22;
    const T v24 = v22 * v23;
    const T v25 = constant<T>(3.0) * v23;
    const T v26 = v24 * v25;
    const T v27 = v20 * v26;
    const T v28 = v0 * v27;
    const T v29 = v3 * v24;
    const T v30 = v28 + v29;
    const T v31 = v1 * v27;
    const T v32 = v4 * v24;
    const T v33 = v31 + v32;
    const T v34 = v2 * v27;
    const T v35 = v5 * v24;
    const T v36 = v34 + v35;
    acc[0] += v30;
    acc[1] += v33;
    acc[2] += v36;
  }
};

struct Pair_fe797bb70907c7d2 {
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
    const mask_t<T> v12 = constant<T>(0.0) < v11;
    const T v13 = v6 * v6;
    const T v14 = v11 + v13;
    const T v15 = v0 * v3;
    const T v16 = -(v15);
    const T v17 = v1 * v4;
    const T v18 = v16 - v17;
    const T v19 = v2 * v5;
    const T v20 = v18 - v19;
    const T v21 = rsqrt_(v14);
    const T v22 = select_(v12, v21, constant<T>(0.0));
    const T v23 = v22 * v22;
    const T v24 = v22 * v23;
    const T v25 = constant<T>(3.0) * v23;
    const T v26 = v24 * v25;
    const T v27 = v20 * v26;
    const T v28 = v0 * v27;
    const T v29 = v3 * v24;
    const T v30 = v28 + v29;
    const T v31 = v1 * v27;
    const T v32 = v4 * v24;
    const T v33 = v31 + v32;
    const T v34 = v2 * v27;
    const T v35 = v5 * v24;
    const T v36 = v34 + v35;
    acc[0] += v30;
    acc[1] += v33;
    acc[2] += v36;
  }
};

struct Pair_ae1545ff8239d922 {
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
    const mask_t<T> v13 = constant<T>(0.0) < v12;
    const T v14 = v7 * v7;
    const T v15 = v12 + v14;
    const T v16 = v0 * v4;
    const T v17 = -(v16);
    const T v18 = v1 * v5;
    const T v19 = v17 - v18;
    const T v20 = v2 * v6;
    const T v21 = v19 - v20;
    const T v22 = rsqrt_(v15);
    const T v23 = select_(v13, v22, constant<T>(0.0));
    const T v24 = v23 * v23;
    const T v25 = v23 * v24;
    const T v26 = constant<T>(3.0) * v24;
    const T v27 = v25 * v26;
    const T v28 = v3 * v25;
    const T v29 = v21 * v27;
    const T v30 = v29 - v28;
    const T v31 = v0 * v30;
    const T v32 = v4 * v25;
    const T v33 = v31 + v32;
    const T v34 = v1 * v30;
    const T v35 = v5 * v25;
    const T v36 = v34 + v35;
    const T v37 = v2 * v30;
    const T v38 = v6 * v25;
    const T v39 = v37 + v38;
    acc[0] += v33;
    acc[1] += v36;
    acc[2] += v39;
  }
};

struct Pair_4d87313cc4eddd7e {
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
    const mask_t<T> v13 = constant<T>(0.0) < v12;
    const T v14 = v7 * v7;
    const T v15 = v12 + v14;
    const T v16 = v0 * v4;
    const T v17 = -(v16);
    const T v18 = v1 * v5;
    const T v19 = v17 - v18;
    const T v20 = v2 * v6;
    const T v21 = v19 - v20;
    const T v22 = rsqrt_(v15);
    const T v23 = select_(v13, v22, constant<T>(0.0));
    const T v24 = v23 * v23;
    const T v25 = v23 * v24;
    const T v26 = constant<T>(3.0) * v24;
    const T v27 = v25 * v26;
    const T v28 = v3 * v25;
    const T v29 = v21 * v27;
    const T v30 = v29 - v28;
    const T v31 = v0 * v30;
    const T v32 = v4 * v25;
    const T v33 = v31 + v32;
    const T v34 = v1 * v30;
    const T v35 = v5 * v25;
    const T v36 = v34 + v35;
    const T v37 = v2 * v30;
    const T v38 = v6 * v25;
    const T v39 = v37 + v38;
    acc[0] += v33;
    acc[1] += v36;
    acc[2] += v39;
  }
};

struct Pair_ef00a0f61a4f9a6f {
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
    const mask_t<T> v10 = constant<T>(0.0) < v9;
    const T v11 = v4 * v4;
    const T v12 = v9 + v11;
    const T v13 = rsqrt_(v12);
    const T v14 = select_(v10, v13, constant<T>(0.0));
    const T v15 = v14 * v14;
    const T v16 = v14 * v15;
    const T v17 = constant<T>(3.0) * v15;
    const T v18 = v16 * v17;
    const T v19 = v3 * v14;
    const T v20 = v3 * v16;
    const T v21 = v0 * v20;
    const T v22 = -(v21);
    const T v23 = v1 * v20;
    const T v24 = -(v23);
    const T v25 = v2 * v20;
    const T v26 = -(v25);
    const T v27 = v3 * v18;
    const T v28 = v0 * v27;
    const T v29 = v0 * v28;
    const T v30 = v29 - v20;
    const T v31 = v1 * v27;
    const T v32 = v0 * v31;
    const T v33 = v2 * v27;
    const T v34 = v0 * v33;
    const T v35 = v1 * v31;
    const T v36 = v35 - v20;
    const T v37 = v1 * v33;
    const T v38 = v2 * v33;
    const T v39 = v38 - v20;
    acc[0] += v19;
    acc[1] += v22;
    acc[2] += v24;
    acc[3] += v26;
    acc[4] += v30;
    acc[5] += v32;
    acc[6] += v34;
    acc[7] += v36;
    acc[8] += v37;
    acc[9] += v39;
  }
};

struct Pair_95c7c612e75b71fb {
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
    const mask_t<T> v10 = constant<T>(0.0) < v9;
    const T v11 = v4 * v4;
    const T v12 = v9 + v11;
    const T v13 = rsqrt_(v12);
    const T v14 = select_(v10, v13, constant<T>(0.0));
    const T v15 = v14 * v14;
    const T v16 = v14 * v15;
    const T v17 = constant<T>(3.0) * v15;
    const T v18 = v16 * v17;
    const T v19 = v3 * v14;
    const T v20 = v3 * v16;
    const T v21 = v0 * v20;
    const T v22 = -(v21);
    const T v23 = v1 * v20;
    const T v24 = -(v23);
    const T v25 = v2 * v20;
    const T v26 = -(v25);
    const T v27 = v3 * v18;
    const T v28 = v0 * v27;
    const T v29 = v0 * v28;
    const T v30 = v29 - v20;
    const T v31 = v1 * v27;
    const T v32 = v0 * v31;
    const T v33 = v2 * v27;
    const T v34 = v0 * v33;
    const T v35 = v1 * v31;
    const T v36 = v35 - v20;
    const T v37 = v1 * v33;
    const T v38 = v2 * v33;
    const T v39 = v38 - v20;
    acc[0] += v19;
    acc[1] += v22;
    acc[2] += v24;
    acc[3] += v26;
    acc[4] += v30;
    acc[5] += v32;
    acc[6] += v34;
    acc[7] += v36;
    acc[8] += v37;
    acc[9] += v39;
  }
};

struct Pair_26ea9b216982eb09 {
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
    const mask_t<T> v13 = constant<T>(0.0) < v12;
    const T v14 = v7 * v7;
    const T v15 = v12 + v14;
    const T v16 = v0 * v4;
    const T v17 = -(v16);
    const T v18 = v1 * v5;
    const T v19 = v17 - v18;
    const T v20 = v2 * v6;
    const T v21 = v19 - v20;
    const T v22 = rsqrt_(v15);
    const T v23 = select_(v13, v22, constant<T>(0.0));
    const T v24 = v23 * v23;
    const T v25 = v23 * v24;
    const T v26 = constant<T>(3.0) * v24;
    const T v27 = v25 * v26;
    const T v28 = constant<T>(5.0) * v24;
    const T v29 = v27 * v28;
    const T v30 = v3 * v23;
    const T v31 = v21 * v25;
    const T v32 = v30 - v31;
    const T v33 = v3 * v25;
    const T v34 = v21 * v27;
    const T v35 = v34 - v33;
    const T v36 = v0 * v35;
    const T v37 = v4 * v25;
    const T v38 = v36 + v37;
    const T v39 = v1 * v35;
    const T v40 = v5 * v25;
    const T v41 = v39 + v40;
    const T v42 = v2 * v35;
    const T v43 = v6 * v25;
    const T v44 = v42 + v43;
    const T v45 = v3 * v27;
    const T v46 = v21 * v29;
    const T v47 = v45 - v46;
    const T v48 = v0 * v47;
    const T v49 = v4 * v27;
    const T v50 = v48 - v49;
    const T v51 = v0 * v50;
    const T v52 = v35 + v51;
    const T v53 = v0 * v49;
    const T v54 = v52 - v53;
    const T v55 = v1 * v47;
    const T v56 = v5 * v27;
    const T v57 = v55 - v56;
    const T v58 = v0 * v57;
    const T v59 = v1 * v49;
    const T v60 = v58 - v59;
    const T v61 = v2 * v47;
    const T v62 = v6 * v27;
    const T v63 = v61 - v62;
    const T v64 = v0 * v63;
    const T v65 = v2 * v49;
    const T v66 = v64 - v65;
    const T v67 = v1 * v57;
    const T v68 = v35 + v67;
    const T v69 = v1 * v56;
    const T v70 = v68 - v69;
    const T v71 = v1 * v63;
    const T v72 = v2 * v56;
    const T v73 = v71 - v72;
    const T v74 = v2 * v63;
    const T v75 = v35 + v74;
    const T v76 = v2 * v62;
    const T v77 = v75 - v76;
    acc[0] += v32;
    acc[1] += v38;
    acc[2] += v41;
    acc[3] += v44;
    acc[4] += v54;
    acc[5] += v60;
    acc[6] += v66;
    acc[7] += v70;
    acc[8] += v73;
    acc[9] += v77;
  }
};

struct Pair_87c4391147089ce3 {
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
    const mask_t<T> v13 = constant<T>(0.0) < v12;
    const T v14 = v7 * v7;
    const T v15 = v12 + v14;
    const T v16 = v0 * v4;
    const T v17 = -(v16);
    const T v18 = v1 * v5;
    const T v19 = v17 - v18;
    const T v20 = v2 * v6;
    const T v21 = v19 - v20;
    const T v22 = rsqrt_(v15);
    const T v23 = select_(v13, v22, constant<T>(0.0));
    const T v24 = v23 * v23;
    const T v25 = v23 * v24;
    const T v26 = constant<T>(3.0) * v24;
    const T v27 = v25 * v26;
    const T v28 = constant<T>(5.0) * v24;
    const T v29 = v27 * v28;
    const T v30 = v3 * v23;
    const T v31 = v21 * v25;
    const T v32 = v30 - v31;
    const T v33 = v3 * v25;
    const T v34 = v21 * v27;
    const T v35 = v34 - v33;
    const T v36 = v0 * v35;
    const T v37 = v4 * v25;
    const T v38 = v36 + v37;
    const T v39 = v1 * v35;
    const T v40 = v5 * v25;
    const T v41 = v39 + v40;
    const T v42 = v2 * v35;
    const T v43 = v6 * v25;
    const T v44 = v42 + v43;
    const T v45 = v3 * v27;
    const T v46 = v21 * v29;
    const T v47 = v45 - v46;
    const T v48 = v0 * v47;
    const T v49 = v4 * v27;
    const T v50 = v48 - v49;
    const T v51 = v0 * v50;
    const T v52 = v35 + v51;
    const T v53 = v0 * v49;
    const T v54 = v52 - v53;
    const T v55 = v1 * v47;
    const T v56 = v5 * v27;
    const T v57 = v55 - v56;
    const T v58 = v0 * v57;
    const T v59 = v1 * v49;
    const T v60 = v58 - v59;
    const T v61 = v2 * v47;
    const T v62 = v6 * v27;
    const T v63 = v61 - v62;
    const T v64 = v0 * v63;
    const T v65 = v2 * v49;
    const T v66 = v64 - v65;
    const T v67 = v1 * v57;
    const T v68 = v35 + v67;
    const T v69 = v1 * v56;
    const T v70 = v68 - v69;
    const T v71 = v1 * v63;
    const T v72 = v2 * v56;
    const T v73 = v71 - v72;
    const T v74 = v2 * v63;
    const T v75 = v35 + v74;
    const T v76 = v2 * v62;
    const T v77 = v75 - v76;
    acc[0] += v32;
    acc[1] += v38;
    acc[2] += v41;
    acc[3] += v44;
    acc[4] += v54;
    acc[5] += v60;
    acc[6] += v66;
    acc[7] += v70;
    acc[8] += v73;
    acc[9] += v77;
  }
};

struct Pair_fd25cd1530d525e3 {
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
    const mask_t<T> v11 = constant<T>(0.0) < v10;
    const T v12 = v5 * v5;
    const T v13 = v10 + v12;
    const T v14 = rsqrt_(v13);
    const T v15 = select_(v11, v14, constant<T>(0.0));
    const T v16 = v3 * v15;
    const T v17 = v4 * v15;
    acc[0] += v16;
    acc[1] += v17;
  }
};

struct Pair_80175abf28902945 {
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
    const mask_t<T> v11 = constant<T>(0.0) < v10;
    const T v12 = v5 * v5;
    const T v13 = v10 + v12;
    const T v14 = rsqrt_(v13);
    const T v15 = select_(v11, v14, constant<T>(0.0));
    const T v16 = v3 * v15;
    const T v17 = v4 * v15;
    acc[0] += v16;
    acc[1] += v17;
  }
};

struct Pair_189f540d667b78e0 {
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
    const mask_t<T> v13 = constant<T>(0.0) < v12;
    const T v14 = v7 * v7;
    const T v15 = v12 + v14;
    const T v16 = rsqrt_(v15);
    const T v17 = select_(v13, v16, constant<T>(0.0));
    const T v18 = v3 * v17;
    const T v19 = v4 * v17;
    const T v20 = v5 * v17;
    const T v21 = v6 * v17;
    acc[0] += v18;
    acc[1] += v19;
    acc[2] += v20;
    acc[3] += v21;
  }
};

struct Pair_0ab9f0c12e46e4b8 {
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
    const mask_t<T> v13 = constant<T>(0.0) < v12;
    const T v14 = v7 * v7;
    const T v15 = v12 + v14;
    const T v16 = rsqrt_(v15);
    const T v17 = select_(v13, v16, constant<T>(0.0));
    const T v18 = v3 * v17;
    const T v19 = v4 * v17;
    const T v20 = v5 * v17;
    const T v21 = v6 * v17;
    acc[0] += v18;
    acc[1] += v19;
    acc[2] += v20;
    acc[3] += v21;
  }
};

struct Pair_d0fabea21a93c0a4 {
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
    const mask_t<T> v11 = constant<T>(0.0) < v10;
    const T v12 = v5 * v5;
    const T v13 = v10 + v12;
    const T v14 = rsqrt_(v13);
    const T v15 = select_(v11, v14, constant<T>(0.0));
    const T v16 = v15 * v15;
    const T v17 = v15 * v16;
    const T v18 = v3 * v15;
    const T v19 = v3 * v17;
    const T v20 = v0 * v19;
    const T v21 = -(v20);
    const T v22 = v1 * v19;
    const T v23 = -(v22);
    const T v24 = v2 * v19;
    const T v25 = -(v24);
    const T v26 = v4 * v15;
    const T v27 = v4 * v17;
    const T v28 = v0 * v27;
    const T v29 = -(v28);
    const T v30 = v1 * v27;
    const T v31 = -(v30);
    const T v32 = v2 * v27;
    const T v33 = -(v32);
    acc[0] += v18;
    acc[1] += v26;
    acc[2] += v21;
    acc[3] += v29;
    acc[4] += v23;
    acc[5] += v31;
    acc[6] += v25;
    acc[7] += v33;
  }
};

struct Pair_9a85cbf38dccfb91 {
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
    const mask_t<T> v11 = constant<T>(0.0) < v10;
    const T v12 = v5 * v5;
    const T v13 = v10 + v12;
    const T v14 = rsqrt_(v13);
    const T v15 = select_(v11, v14, constant<T>(0.0));
    const T v16 = v15 * v15;
    const T v17 = v15 * v16;
    const T v18 = v3 * v15;
    const T v19 = v3 * v17;
    const T v20 = v0 * v19;
    const T v21 = -(v20);
    const T v22 = v1 * v19;
    const T v23 = -(v22);
    const T v24 = v2 * v19;
    const T v25 = -(v24);
    const T v26 = v4 * v15;
    const T v27 = v4 * v17;
    const T v28 = v0 * v27;
    const T v29 = -(v28);
    const T v30 = v1 * v27;
    const T v31 = -(v30);
    const T v32 = v2 * v27;
    const T v33 = -(v32);
    acc[0] += v18;
    acc[1] += v26;
    acc[2] += v21;
    acc[3] += v29;
    acc[4] += v23;
    acc[5] += v31;
    acc[6] += v25;
    acc[7] += v33;
  }
};

struct Pair_385c3bfdab62f29e {
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
    const mask_t<T> v13 = constant<T>(0.0) < v12;
    const T v14 = v7 * v7;
    const T v15 = v12 + v14;
    const T v16 = rsqrt_(v15);
    const T v17 = select_(v13, v16, constant<T>(0.0));
    const T v18 = v17 * v17;
    const T v19 = v17 * v18;
    const T v20 = v3 * v17;
    const T v21 = v3 * v19;
    const T v22 = v0 * v21;
    const T v23 = -(v22);
    const T v24 = v1 * v21;
    const T v25 = -(v24);
    const T v26 = v2 * v21;
    const T v27 = -(v26);
    const T v28 = v4 * v17;
    const T v29 = v4 * v19;
    const T v30 = v0 * v29;
    const T v31 = -(v30);
    const T v32 = v1 * v29;
    const T v33 = -(v32);
    const T v34 = v2 * v29;
    const T v35 = -(v34);
    const T v36 = v5 * v17;
    const T v37 = v5 * v19;
    const T v38 = v0 * v37;
    const T v39 = -(v38);
    const T v40 = v1 * v37;
    const T v41 = -(v40);
    const T v42 = v2 * v37;
    const T v43 = -(v42);
    const T v44 = v6 * v17;
    const T v45 = v6 * v19;
    const T v46 = v0 * v45;
    const T v47 = -(v46);
    const T v48 = v1 * v45;
    const T v49 = -(v48);
    const T v50 = v2 * v45;
    const T v51 = -(v50);
    acc[0] += v20;
    acc[1] += v28;
    acc[2] += v36;
    acc[3] += v44;
    acc[4] += v23;
    acc[5] += v31;
    acc[6] += v39;
    acc[7] += v47;
    acc[8] += v25;
    acc[9] += v33;
    acc[10] += v41;
    acc[11] += v49;
    acc[12] += v27;
    acc[13] += v35;
    acc[14] += v43;
    acc[15] += v51;
  }
};

struct Pair_9d445f41bde23ec4 {
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
    const mask_t<T> v13 = constant<T>(0.0) < v12;
    const T v14 = v7 * v7;
    const T v15 = v12 + v14;
    const T v16 = rsqrt_(v15);
    const T v17 = select_(v13, v16, constant<T>(0.0));
    const T v18 = v17 * v17;
    const T v19 = v17 * v18;
    const T v20 = v3 * v17;
    const T v21 = v3 * v19;
    const T v22 = v0 * v21;
    const T v23 = -(v22);
    const T v24 = v1 * v21;
    const T v25 = -(v24);
    const T v26 = v2 * v21;
    const T v27 = -(v26);
    const T v28 = v4 * v17;
    const T v29 = v4 * v19;
    const T v30 = v0 * v29;
    const T v31 = -(v30);
    const T v32 = v1 * v29;
    const T v33 = -(v32);
    const T v34 = v2 * v29;
    const T v35 = -(v34);
    const T v36 = v5 * v17;
    const T v37 = v5 * v19;
    const T v38 = v0 * v37;
    const T v39 = -(v38);
    const T v40 = v1 * v37;
    const T v41 = -(v40);
    const T v42 = v2 * v37;
    const T v43 = -(v42);
    const T v44 = v6 * v17;
    const T v45 = v6 * v19;
    const T v46 = v0 * v45;
    const T v47 = -(v46);
    const T v48 = v1 * v45;
    const T v49 = -(v48);
    const T v50 = v2 * v45;
    const T v51 = -(v50);
    acc[0] += v20;
    acc[1] += v28;
    acc[2] += v36;
    acc[3] += v44;
    acc[4] += v23;
    acc[5] += v31;
    acc[6] += v39;
    acc[7] += v47;
    acc[8] += v25;
    acc[9] += v33;
    acc[10] += v41;
    acc[11] += v49;
    acc[12] += v27;
    acc[13] += v35;
    acc[14] += v43;
    acc[15] += v51;
  }
};

struct Pair_d15a6e3418ac4ffe {
  static constexpr int DIM = 3, WEIGHTS = 2, PARAMETERS = 1, RESULTS = 6;
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
    const T v13 = v10 + v12;
    const T v14 = rsqrt_(v13);
    const T v15 = select_(v11, v14, constant<T>(0.0));
    const T v16 = v15 * v15;
    const T v17 = v15 * v16;
    const T v18 = v3 * v17;
    const T v19 = v0 * v18;
    const T v20 = -(v19);
    const T v21 = v1 * v18;
    const T v22 = -(v21);
    const T v23 = v2 * v18;
    const T v24 = -(v23);
    const T v25 = v4 * v17;
    const T v26 = v0 * v25;
    const T v27 = -(v26);
    const T v28 = v1 * v25;
    const T v29 = -(v28);
    const T v30 = v2 * v25;
    const T v31 = -(v30);
    acc[0] += v20;
    acc[1] += v27;
    acc[2] += v22;
    acc[3] += v29;
    acc[4] += v24;
    acc[5] += v31;
  }
};

struct Pair_757a50a121c93299 {
  static constexpr int DIM = 3, WEIGHTS = 2, PARAMETERS = 1, RESULTS = 6;
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
    const T v13 = v10 + v12;
    const T v14 = rsqrt_(v13);
    const T v15 = select_(v11, v14, constant<T>(0.0));
    const T v16 = v15 * v15;
    const T v17 = v15 * v16;
    const T v18 = v3 * v17;
    const T v19 = v0 * v18;
    const T v20 = -(v19);
    const T v21 = v1 * v18;
    const T v22 = -(v21);
    const T v23 = v2 * v18;
    const T v24 = -(v23);
    const T v25 = v4 * v17;
    const T v26 = v0 * v25;
    const T v27 = -(v26);
    const T v28 = v1 * v25;
    const T v29 = -(v28);
    const T v30 = v2 * v25;
    const T v31 = -(v30);
    acc[0] += v20;
    acc[1] += v27;
    acc[2] += v22;
    acc[3] += v29;
    acc[4] += v24;
    acc[5] += v31;
  }
};

struct Pair_f34f8cd669bf27d2 {
  static constexpr int DIM = 3, WEIGHTS = 4, PARAMETERS = 1, RESULTS = 12;
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
    const T v14 = v7 * v7;
    const T v15 = v12 + v14;
    const T v16 = rsqrt_(v15);
    const T v17 = select_(v13, v16, constant<T>(0.0));
    const T v18 = v17 * v17;
    const T v19 = v17 * v18;
    const T v20 = v3 * v19;
    const T v21 = v0 * v20;
    const T v22 = -(v21);
    const T v23 = v1 * v20;
    const T v24 = -(v23);
    const T v25 = v2 * v20;
    const T v26 = -(v25);
    const T v27 = v4 * v19;
    const T v28 = v0 * v27;
    const T v29 = -(v28);
    const T v30 = v1 * v27;
    const T v31 = -(v30);
    const T v32 = v2 * v27;
    const T v33 = -(v32);
    const T v34 = v5 * v19;
    const T v35 = v0 * v34;
    const T v36 = -(v35);
    const T v37 = v1 * v34;
    const T v38 = -(v37);
    const T v39 = v2 * v34;
    const T v40 = -(v39);
    const T v41 = v6 * v19;
    const T v42 = v0 * v41;
    const T v43 = -(v42);
    const T v44 = v1 * v41;
    const T v45 = -(v44);
    const T v46 = v2 * v41;
    const T v47 = -(v46);
    acc[0] += v22;
    acc[1] += v29;
    acc[2] += v36;
    acc[3] += v43;
    acc[4] += v24;
    acc[5] += v31;
    acc[6] += v38;
    acc[7] += v45;
    acc[8] += v26;
    acc[9] += v33;
    acc[10] += v40;
    acc[11] += v47;
  }
};

struct Pair_d5335c0e67b6f0ca {
  static constexpr int DIM = 3, WEIGHTS = 4, PARAMETERS = 1, RESULTS = 12;
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
    const T v14 = v7 * v7;
    const T v15 = v12 + v14;
    const T v16 = rsqrt_(v15);
    const T v17 = select_(v13, v16, constant<T>(0.0));
    const T v18 = v17 * v17;
    const T v19 = v17 * v18;
    const T v20 = v3 * v19;
    const T v21 = v0 * v20;
    const T v22 = -(v21);
    const T v23 = v1 * v20;
    const T v24 = -(v23);
    const T v25 = v2 * v20;
    const T v26 = -(v25);
    const T v27 = v4 * v19;
    const T v28 = v0 * v27;
    const T v29 = -(v28);
    const T v30 = v1 * v27;
    const T v31 = -(v30);
    const T v32 = v2 * v27;
    const T v33 = -(v32);
    const T v34 = v5 * v19;
    const T v35 = v0 * v34;
    const T v36 = -(v35);
    const T v37 = v1 * v34;
    const T v38 = -(v37);
    const T v39 = v2 * v34;
    const T v40 = -(v39);
    const T v41 = v6 * v19;
    const T v42 = v0 * v41;
    const T v43 = -(v42);
    const T v44 = v1 * v41;
    const T v45 = -(v44);
    const T v46 = v2 * v41;
    const T v47 = -(v46);
    acc[0] += v22;
    acc[1] += v29;
    acc[2] += v36;
    acc[3] += v43;
    acc[4] += v24;
    acc[5] += v31;
    acc[6] += v38;
    acc[7] += v45;
    acc[8] += v26;
    acc[9] += v33;
    acc[10] += v40;
    acc[11] += v47;
  }
};

}  // namespace

#include "p2p_cpu.h"

JAXFMM_KERNEL(p2p_Pair_cfa217af32ac6a6a) { return p2p<Pair_cfa217af32ac6a6a, vf, float>(buffers, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_73b26a0f310db333) { return p2p<Pair_73b26a0f310db333, vd, double>(buffers, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_3c447a35ab4cb839) { return p2p<Pair_3c447a35ab4cb839, vf, float>(buffers, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_f2e1b5b53dedd00b) { return p2p<Pair_f2e1b5b53dedd00b, vd, double>(buffers, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_ae9463d03d2eb729) { return p2p<Pair_ae9463d03d2eb729, vf, float>(buffers, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_dff64e6288bbcd60) { return p2p<Pair_dff64e6288bbcd60, vd, double>(buffers, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_d3fe0d9a4eb27b36) { return p2p<Pair_d3fe0d9a4eb27b36, vf, float>(buffers, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_d098c352af76e01c) { return p2p<Pair_d098c352af76e01c, vd, double>(buffers, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_e55027afc9df48d0) { return p2p<Pair_e55027afc9df48d0, vf, float>(buffers, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_db7a603da60cc09c) { return p2p<Pair_db7a603da60cc09c, vd, double>(buffers, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_b047140b3c3f2920) { return p2p<Pair_b047140b3c3f2920, vf, float>(buffers, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_2fedfc4d09239676) { return p2p<Pair_2fedfc4d09239676, vd, double>(buffers, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_73c329497a3b72b4) { return p2p<Pair_73c329497a3b72b4, vf, float>(buffers, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_804a1ad3c0176210) { return p2p<Pair_804a1ad3c0176210, vd, double>(buffers, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_dfec61908f8a9960) { return p2p<Pair_dfec61908f8a9960, vf, float>(buffers, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_fe797bb70907c7d2) { return p2p<Pair_fe797bb70907c7d2, vd, double>(buffers, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_ae1545ff8239d922) { return p2p<Pair_ae1545ff8239d922, vf, float>(buffers, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_4d87313cc4eddd7e) { return p2p<Pair_4d87313cc4eddd7e, vd, double>(buffers, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_ef00a0f61a4f9a6f) { return p2p<Pair_ef00a0f61a4f9a6f, vf, float>(buffers, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_95c7c612e75b71fb) { return p2p<Pair_95c7c612e75b71fb, vd, double>(buffers, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_26ea9b216982eb09) { return p2p<Pair_26ea9b216982eb09, vf, float>(buffers, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_87c4391147089ce3) { return p2p<Pair_87c4391147089ce3, vd, double>(buffers, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_fd25cd1530d525e3) { return p2p<Pair_fd25cd1530d525e3, vf, float>(buffers, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_80175abf28902945) { return p2p<Pair_80175abf28902945, vd, double>(buffers, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_189f540d667b78e0) { return p2p<Pair_189f540d667b78e0, vf, float>(buffers, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_0ab9f0c12e46e4b8) { return p2p<Pair_0ab9f0c12e46e4b8, vd, double>(buffers, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_d0fabea21a93c0a4) { return p2p<Pair_d0fabea21a93c0a4, vf, float>(buffers, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_9a85cbf38dccfb91) { return p2p<Pair_9a85cbf38dccfb91, vd, double>(buffers, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_385c3bfdab62f29e) { return p2p<Pair_385c3bfdab62f29e, vf, float>(buffers, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_9d445f41bde23ec4) { return p2p<Pair_9d445f41bde23ec4, vd, double>(buffers, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_d15a6e3418ac4ffe) { return p2p<Pair_d15a6e3418ac4ffe, vf, float>(buffers, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_757a50a121c93299) { return p2p<Pair_757a50a121c93299, vd, double>(buffers, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_f34f8cd669bf27d2) { return p2p<Pair_f34f8cd669bf27d2, vf, float>(buffers, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_d5335c0e67b6f0ca) { return p2p<Pair_d5335c0e67b6f0ca, vd, double>(buffers, phase, begin, end); }
