// Written by custom_ops/generate.py: P2P for the sums that are used most, as SIMD over the targets of a leaf.
#include "simd.h"

namespace {

struct Pair_ecd94f0359b17b38 {
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

struct Pair_c891db0a4b8d3d33 {
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

struct Pair_b3b0dd838d2919d0 {
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
    const T v11 = v9 * v10;
    const T v12 = v3 * v9;
    const T v13 = v3 * v11;
    const T v14 = v0 * v13;
    const T v15 = -(v14);
    const T v16 = v1 * v13;
    const T v17 = -(v16);
    const T v18 = v2 * v13;
    const T v19 = -(v18);
    acc[0] += v12;
    acc[1] += v15;
    acc[2] += v17;
    acc[3] += v19;
  }
};

struct Pair_e3cffa4fefe601aa {
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
    const T v11 = v9 * v10;
    const T v12 = v3 * v9;
    const T v13 = v3 * v11;
    const T v14 = v0 * v13;
    const T v15 = -(v14);
    const T v16 = v1 * v13;
    const T v17 = -(v16);
    const T v18 = v2 * v13;
    const T v19 = -(v18);
    acc[0] += v12;
    acc[1] += v15;
    acc[2] += v17;
    acc[3] += v19;
  }
};

struct Pair_e8311674ffcd7384 {
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

struct Pair_7953a979ff370d03 {
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

struct Pair_5200622469911fe0 {
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

struct Pair_8df74f02c2348b96 {
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

struct Pair_59ee1dc2bd78c2d4 {
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

struct Pair_e0db6cb8373d5490 {
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

struct Pair_53be39b332f13f6c {
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
    const T v22 = v20 * v21;
    const T v23 = v3 * v18;
    const T v24 = v17 * v20;
    const T v25 = v23 - v24;
    const T v26 = v3 * v20;
    const T v27 = v17 * v22;
    const T v28 = v27 - v26;
    const T v29 = v0 * v28;
    const T v30 = v4 * v20;
    const T v31 = v29 + v30;
    const T v32 = v1 * v28;
    const T v33 = v5 * v20;
    const T v34 = v32 + v33;
    const T v35 = v2 * v28;
    const T v36 = v6 * v20;
    const T v37 = v35 + v36;
    acc[0] += v25;
    acc[1] += v31;
    acc[2] += v34;
    acc[3] += v37;
  }
};

struct Pair_5275d3d4f94b9b98 {
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
    const T v22 = v20 * v21;
    const T v23 = v3 * v18;
    const T v24 = v17 * v20;
    const T v25 = v23 - v24;
    const T v26 = v3 * v20;
    const T v27 = v17 * v22;
    const T v28 = v27 - v26;
    const T v29 = v0 * v28;
    const T v30 = v4 * v20;
    const T v31 = v29 + v30;
    const T v32 = v1 * v28;
    const T v33 = v5 * v20;
    const T v34 = v32 + v33;
    const T v35 = v2 * v28;
    const T v36 = v6 * v20;
    const T v37 = v35 + v36;
    acc[0] += v25;
    acc[1] += v31;
    acc[2] += v34;
    acc[3] += v37;
  }
};

struct Pair_599f712e04f38c3b {
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
    const T v21 = v19 * v20;
    const T v22 = v16 * v19;
    const T v23 = -(v22);
    const T v24 = v16 * v21;
    const T v25 = v0 * v24;
    const T v26 = v3 * v19;
    const T v27 = v25 + v26;
    const T v28 = v1 * v24;
    const T v29 = v4 * v19;
    const T v30 = v28 + v29;
    const T v31 = v2 * v24;
    const T v32 = v5 * v19;
    const T v33 = v31 + v32;
    acc[0] += v23;
    acc[1] += v27;
    acc[2] += v30;
    acc[3] += v33;
  }
};

struct Pair_b1d560289479f29a {
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
    const T v21 = v19 * v20;
    const T v22 = v16 * v19;
    const T v23 = -(v22);
    const T v24 = v16 * v21;
    const T v25 = v0 * v24;
    const T v26 = v3 * v19;
    const T v27 = v25 + v26;
    const T v28 = v1 * v24;
    const T v29 = v4 * v19;
    const T v30 = v28 + v29;
    const T v31 = v2 * v24;
    const T v32 = v5 * v19;
    const T v33 = v31 + v32;
    acc[0] += v23;
    acc[1] += v27;
    acc[2] += v30;
    acc[3] += v33;
  }
};

struct Pair_04dffc0655d7bb34 {
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

struct Pair_b1b074274b8769cd {
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

struct Pair_351101fdbd62975b {
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

struct Pair_dafb687b56aef27d {
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

struct Pair_d8e7b1f468c3e7df {
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
    const T v13 = v11 * v12;
    const T v14 = v3 * v9;
    const T v15 = v3 * v11;
    const T v16 = v0 * v15;
    const T v17 = -(v16);
    const T v18 = v1 * v15;
    const T v19 = -(v18);
    const T v20 = v2 * v15;
    const T v21 = -(v20);
    const T v22 = v3 * v13;
    const T v23 = v0 * v22;
    const T v24 = v0 * v23;
    const T v25 = v24 - v15;
    const T v26 = v1 * v22;
    const T v27 = v0 * v26;
    const T v28 = v2 * v22;
    const T v29 = v0 * v28;
    const T v30 = v1 * v26;
    const T v31 = v30 - v15;
    const T v32 = v1 * v28;
    const T v33 = v2 * v28;
    const T v34 = v33 - v15;
    acc[0] += v14;
    acc[1] += v17;
    acc[2] += v19;
    acc[3] += v21;
    acc[4] += v25;
    acc[5] += v27;
    acc[6] += v29;
    acc[7] += v31;
    acc[8] += v32;
    acc[9] += v34;
  }
};

struct Pair_da1efa73609f0656 {
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
    const T v13 = v11 * v12;
    const T v14 = v3 * v9;
    const T v15 = v3 * v11;
    const T v16 = v0 * v15;
    const T v17 = -(v16);
    const T v18 = v1 * v15;
    const T v19 = -(v18);
    const T v20 = v2 * v15;
    const T v21 = -(v20);
    const T v22 = v3 * v13;
    const T v23 = v0 * v22;
    const T v24 = v0 * v23;
    const T v25 = v24 - v15;
    const T v26 = v1 * v22;
    const T v27 = v0 * v26;
    const T v28 = v2 * v22;
    const T v29 = v0 * v28;
    const T v30 = v1 * v26;
    const T v31 = v30 - v15;
    const T v32 = v1 * v28;
    const T v33 = v2 * v28;
    const T v34 = v33 - v15;
    acc[0] += v14;
    acc[1] += v17;
    acc[2] += v19;
    acc[3] += v21;
    acc[4] += v25;
    acc[5] += v27;
    acc[6] += v29;
    acc[7] += v31;
    acc[8] += v32;
    acc[9] += v34;
  }
};

struct Pair_014b2a220c08a8cc {
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
    const T v24 = v22 * v23;
    const T v25 = v3 * v18;
    const T v26 = v17 * v20;
    const T v27 = v25 - v26;
    const T v28 = v3 * v20;
    const T v29 = v17 * v22;
    const T v30 = v29 - v28;
    const T v31 = v0 * v30;
    const T v32 = v4 * v20;
    const T v33 = v31 + v32;
    const T v34 = v1 * v30;
    const T v35 = v5 * v20;
    const T v36 = v34 + v35;
    const T v37 = v2 * v30;
    const T v38 = v6 * v20;
    const T v39 = v37 + v38;
    const T v40 = v3 * v22;
    const T v41 = v17 * v24;
    const T v42 = v40 - v41;
    const T v43 = v0 * v42;
    const T v44 = v4 * v22;
    const T v45 = v43 - v44;
    const T v46 = v0 * v45;
    const T v47 = v30 + v46;
    const T v48 = v0 * v44;
    const T v49 = v47 - v48;
    const T v50 = v1 * v42;
    const T v51 = v5 * v22;
    const T v52 = v50 - v51;
    const T v53 = v0 * v52;
    const T v54 = v1 * v44;
    const T v55 = v53 - v54;
    const T v56 = v2 * v42;
    const T v57 = v6 * v22;
    const T v58 = v56 - v57;
    const T v59 = v0 * v58;
    const T v60 = v2 * v44;
    const T v61 = v59 - v60;
    const T v62 = v1 * v52;
    const T v63 = v30 + v62;
    const T v64 = v1 * v51;
    const T v65 = v63 - v64;
    const T v66 = v1 * v58;
    const T v67 = v2 * v51;
    const T v68 = v66 - v67;
    const T v69 = v2 * v58;
    const T v70 = v30 + v69;
    const T v71 = v2 * v57;
    const T v72 = v70 - v71;
    acc[0] += v27;
    acc[1] += v33;
    acc[2] += v36;
    acc[3] += v39;
    acc[4] += v49;
    acc[5] += v55;
    acc[6] += v61;
    acc[7] += v65;
    acc[8] += v68;
    acc[9] += v72;
  }
};

struct Pair_65eb2bcca1a2a205 {
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
    const T v24 = v22 * v23;
    const T v25 = v3 * v18;
    const T v26 = v17 * v20;
    const T v27 = v25 - v26;
    const T v28 = v3 * v20;
    const T v29 = v17 * v22;
    const T v30 = v29 - v28;
    const T v31 = v0 * v30;
    const T v32 = v4 * v20;
    const T v33 = v31 + v32;
    const T v34 = v1 * v30;
    const T v35 = v5 * v20;
    const T v36 = v34 + v35;
    const T v37 = v2 * v30;
    const T v38 = v6 * v20;
    const T v39 = v37 + v38;
    const T v40 = v3 * v22;
    const T v41 = v17 * v24;
    const T v42 = v40 - v41;
    const T v43 = v0 * v42;
    const T v44 = v4 * v22;
    const T v45 = v43 - v44;
    const T v46 = v0 * v45;
    const T v47 = v30 + v46;
    const T v48 = v0 * v44;
    const T v49 = v47 - v48;
    const T v50 = v1 * v42;
    const T v51 = v5 * v22;
    const T v52 = v50 - v51;
    const T v53 = v0 * v52;
    const T v54 = v1 * v44;
    const T v55 = v53 - v54;
    const T v56 = v2 * v42;
    const T v57 = v6 * v22;
    const T v58 = v56 - v57;
    const T v59 = v0 * v58;
    const T v60 = v2 * v44;
    const T v61 = v59 - v60;
    const T v62 = v1 * v52;
    const T v63 = v30 + v62;
    const T v64 = v1 * v51;
    const T v65 = v63 - v64;
    const T v66 = v1 * v58;
    const T v67 = v2 * v51;
    const T v68 = v66 - v67;
    const T v69 = v2 * v58;
    const T v70 = v30 + v69;
    const T v71 = v2 * v57;
    const T v72 = v70 - v71;
    acc[0] += v27;
    acc[1] += v33;
    acc[2] += v36;
    acc[3] += v39;
    acc[4] += v49;
    acc[5] += v55;
    acc[6] += v61;
    acc[7] += v65;
    acc[8] += v68;
    acc[9] += v72;
  }
};

struct Pair_914ecb7cd4400b08 {
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

struct Pair_aa2c85847c43f197 {
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

struct Pair_34eec3afa305fa91 {
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

struct Pair_d5e3d7b14ef0a39f {
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

struct Pair_ef94ce82ead3a23e {
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

struct Pair_b907b78b2150324c {
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

struct Pair_f983eea77547791f {
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

struct Pair_ffc28ed1efe37534 {
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

struct Pair_0fbebfa294030b5c {
  static constexpr int DIM = 3, WEIGHTS = 2, PARAMETERS = 0, RESULTS = 6;
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
    const T v13 = v3 * v12;
    const T v14 = v0 * v13;
    const T v15 = -(v14);
    const T v16 = v1 * v13;
    const T v17 = -(v16);
    const T v18 = v2 * v13;
    const T v19 = -(v18);
    const T v20 = v4 * v12;
    const T v21 = v0 * v20;
    const T v22 = -(v21);
    const T v23 = v1 * v20;
    const T v24 = -(v23);
    const T v25 = v2 * v20;
    const T v26 = -(v25);
    acc[0] += v15;
    acc[1] += v22;
    acc[2] += v17;
    acc[3] += v24;
    acc[4] += v19;
    acc[5] += v26;
  }
};

struct Pair_557d9a399d0f4b20 {
  static constexpr int DIM = 3, WEIGHTS = 2, PARAMETERS = 0, RESULTS = 6;
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
    const T v13 = v3 * v12;
    const T v14 = v0 * v13;
    const T v15 = -(v14);
    const T v16 = v1 * v13;
    const T v17 = -(v16);
    const T v18 = v2 * v13;
    const T v19 = -(v18);
    const T v20 = v4 * v12;
    const T v21 = v0 * v20;
    const T v22 = -(v21);
    const T v23 = v1 * v20;
    const T v24 = -(v23);
    const T v25 = v2 * v20;
    const T v26 = -(v25);
    acc[0] += v15;
    acc[1] += v22;
    acc[2] += v17;
    acc[3] += v24;
    acc[4] += v19;
    acc[5] += v26;
  }
};

struct Pair_ee5a3204804e2da3 {
  static constexpr int DIM = 3, WEIGHTS = 4, PARAMETERS = 0, RESULTS = 12;
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
    const T v15 = v3 * v14;
    const T v16 = v0 * v15;
    const T v17 = -(v16);
    const T v18 = v1 * v15;
    const T v19 = -(v18);
    const T v20 = v2 * v15;
    const T v21 = -(v20);
    const T v22 = v4 * v14;
    const T v23 = v0 * v22;
    const T v24 = -(v23);
    const T v25 = v1 * v22;
    const T v26 = -(v25);
    const T v27 = v2 * v22;
    const T v28 = -(v27);
    const T v29 = v5 * v14;
    const T v30 = v0 * v29;
    const T v31 = -(v30);
    const T v32 = v1 * v29;
    const T v33 = -(v32);
    const T v34 = v2 * v29;
    const T v35 = -(v34);
    const T v36 = v6 * v14;
    const T v37 = v0 * v36;
    const T v38 = -(v37);
    const T v39 = v1 * v36;
    const T v40 = -(v39);
    const T v41 = v2 * v36;
    const T v42 = -(v41);
    acc[0] += v17;
    acc[1] += v24;
    acc[2] += v31;
    acc[3] += v38;
    acc[4] += v19;
    acc[5] += v26;
    acc[6] += v33;
    acc[7] += v40;
    acc[8] += v21;
    acc[9] += v28;
    acc[10] += v35;
    acc[11] += v42;
  }
};

struct Pair_5012d65f096adeb6 {
  static constexpr int DIM = 3, WEIGHTS = 4, PARAMETERS = 0, RESULTS = 12;
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
    const T v15 = v3 * v14;
    const T v16 = v0 * v15;
    const T v17 = -(v16);
    const T v18 = v1 * v15;
    const T v19 = -(v18);
    const T v20 = v2 * v15;
    const T v21 = -(v20);
    const T v22 = v4 * v14;
    const T v23 = v0 * v22;
    const T v24 = -(v23);
    const T v25 = v1 * v22;
    const T v26 = -(v25);
    const T v27 = v2 * v22;
    const T v28 = -(v27);
    const T v29 = v5 * v14;
    const T v30 = v0 * v29;
    const T v31 = -(v30);
    const T v32 = v1 * v29;
    const T v33 = -(v32);
    const T v34 = v2 * v29;
    const T v35 = -(v34);
    const T v36 = v6 * v14;
    const T v37 = v0 * v36;
    const T v38 = -(v37);
    const T v39 = v1 * v36;
    const T v40 = -(v39);
    const T v41 = v2 * v36;
    const T v42 = -(v41);
    acc[0] += v17;
    acc[1] += v24;
    acc[2] += v31;
    acc[3] += v38;
    acc[4] += v19;
    acc[5] += v26;
    acc[6] += v33;
    acc[7] += v40;
    acc[8] += v21;
    acc[9] += v28;
    acc[10] += v35;
    acc[11] += v42;
  }
};

struct Pair_ee15f7b691a9f5b9 {
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

struct Pair_71f43e013fa597be {
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

struct Pair_6b6eeef0fc209e79 {
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
    const T v13 = v11 * v12;
    const T v14 = v3 * v11;
    const T v15 = v3 * v13;
    const T v16 = v0 * v15;
    const T v17 = -(v16);
    const T v18 = v1 * v15;
    const T v19 = -(v18);
    const T v20 = v2 * v15;
    const T v21 = -(v20);
    acc[0] += v14;
    acc[1] += v17;
    acc[2] += v19;
    acc[3] += v21;
  }
};

struct Pair_127ba0d4ea646781 {
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
    const T v13 = v11 * v12;
    const T v14 = v3 * v11;
    const T v15 = v3 * v13;
    const T v16 = v0 * v15;
    const T v17 = -(v16);
    const T v18 = v1 * v15;
    const T v19 = -(v18);
    const T v20 = v2 * v15;
    const T v21 = -(v20);
    acc[0] += v14;
    acc[1] += v17;
    acc[2] += v19;
    acc[3] += v21;
  }
};

struct Pair_514c1cdd58e40b6d {
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

struct Pair_72a0a0e3a2ec5d46 {
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

struct Pair_9f135b1073335fb9 {
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

struct Pair_70948710eae1b35d {
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

struct Pair_dd8aa1cee1f1a909 {
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

struct Pair_308725a5627d0ef1 {
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

struct Pair_da106db550fb6275 {
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
    const T v24 = v22 * v23;
    const T v25 = v3 * v20;
    const T v26 = v19 * v22;
    const T v27 = v25 - v26;
    const T v28 = v3 * v22;
    const T v29 = v19 * v24;
    const T v30 = v29 - v28;
    const T v31 = v0 * v30;
    const T v32 = v4 * v22;
    const T v33 = v31 + v32;
    const T v34 = v1 * v30;
    const T v35 = v5 * v22;
    const T v36 = v34 + v35;
    const T v37 = v2 * v30;
    const T v38 = v6 * v22;
    const T v39 = v37 + v38;
    acc[0] += v27;
    acc[1] += v33;
    acc[2] += v36;
    acc[3] += v39;
  }
};

struct Pair_52386f87834ce6aa {
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
    const T v24 = v22 * v23;
    const T v25 = v3 * v20;
    const T v26 = v19 * v22;
    const T v27 = v25 - v26;
    const T v28 = v3 * v22;
    const T v29 = v19 * v24;
    const T v30 = v29 - v28;
    const T v31 = v0 * v30;
    const T v32 = v4 * v22;
    const T v33 = v31 + v32;
    const T v34 = v1 * v30;
    const T v35 = v5 * v22;
    const T v36 = v34 + v35;
    const T v37 = v2 * v30;
    const T v38 = v6 * v22;
    const T v39 = v37 + v38;
    acc[0] += v27;
    acc[1] += v33;
    acc[2] += v36;
    acc[3] += v39;
  }
};

struct Pair_f1d635b625bd3165 {
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
    const T v23 = v21 * v22;
    const T v24 = v18 * v21;
    const T v25 = -(v24);
    const T v26 = v18 * v23;
    const T v27 = v0 * v26;
    const T v28 = v3 * v21;
    const T v29 = v27 + v28;
    const T v30 = v1 * v26;
    const T v31 = v4 * v21;
    const T v32 = v30 + v31;
    const T v33 = v2 * v26;
    const T v34 = v5 * v21;
    const T v35 = v33 + v34;
    acc[0] += v25;
    acc[1] += v29;
    acc[2] += v32;
    acc[3] += v35;
  }
};

struct Pair_2a5523b245a196a4 {
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
    const T v23 = v21 * v22;
    const T v24 = v18 * v21;
    const T v25 = -(v24);
    const T v26 = v18 * v23;
    const T v27 = v0 * v26;
    const T v28 = v3 * v21;
    const T v29 = v27 + v28;
    const T v30 = v1 * v26;
    const T v31 = v4 * v21;
    const T v32 = v30 + v31;
    const T v33 = v2 * v26;
    const T v34 = v5 * v21;
    const T v35 = v33 + v34;
    acc[0] += v25;
    acc[1] += v29;
    acc[2] += v32;
    acc[3] += v35;
  }
};

struct Pair_7f8ee036e4649b01 {
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

struct Pair_03d0e58e57273904 {
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

struct Pair_508c99a2821e6c35 {
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

struct Pair_ac1f62ca9e4da90c {
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

struct Pair_61246221662912e2 {
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
    const T v15 = v13 * v14;
    const T v16 = v3 * v11;
    const T v17 = v3 * v13;
    const T v18 = v0 * v17;
    const T v19 = -(v18);
    const T v20 = v1 * v17;
    const T v21 = -(v20);
    const T v22 = v2 * v17;
    const T v23 = -(v22);
    const T v24 = v3 * v15;
    const T v25 = v0 * v24;
    const T v26 = v0 * v25;
    const T v27 = v26 - v17;
    const T v28 = v1 * v24;
    const T v29 = v0 * v28;
    const T v30 = v2 * v24;
    const T v31 = v0 * v30;
    const T v32 = v1 * v28;
    const T v33 = v32 - v17;
    const T v34 = v1 * v30;
    const T v35 = v2 * v30;
    const T v36 = v35 - v17;
    acc[0] += v16;
    acc[1] += v19;
    acc[2] += v21;
    acc[3] += v23;
    acc[4] += v27;
    acc[5] += v29;
    acc[6] += v31;
    acc[7] += v33;
    acc[8] += v34;
    acc[9] += v36;
  }
};

struct Pair_f97d762df3e741f9 {
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
    const T v15 = v13 * v14;
    const T v16 = v3 * v11;
    const T v17 = v3 * v13;
    const T v18 = v0 * v17;
    const T v19 = -(v18);
    const T v20 = v1 * v17;
    const T v21 = -(v20);
    const T v22 = v2 * v17;
    const T v23 = -(v22);
    const T v24 = v3 * v15;
    const T v25 = v0 * v24;
    const T v26 = v0 * v25;
    const T v27 = v26 - v17;
    const T v28 = v1 * v24;
    const T v29 = v0 * v28;
    const T v30 = v2 * v24;
    const T v31 = v0 * v30;
    const T v32 = v1 * v28;
    const T v33 = v32 - v17;
    const T v34 = v1 * v30;
    const T v35 = v2 * v30;
    const T v36 = v35 - v17;
    acc[0] += v16;
    acc[1] += v19;
    acc[2] += v21;
    acc[3] += v23;
    acc[4] += v27;
    acc[5] += v29;
    acc[6] += v31;
    acc[7] += v33;
    acc[8] += v34;
    acc[9] += v36;
  }
};

struct Pair_507f1ab75df9a3f2 {
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
    const T v26 = v24 * v25;
    const T v27 = v3 * v20;
    const T v28 = v19 * v22;
    const T v29 = v27 - v28;
    const T v30 = v3 * v22;
    const T v31 = v19 * v24;
    const T v32 = v31 - v30;
    const T v33 = v0 * v32;
    const T v34 = v4 * v22;
    const T v35 = v33 + v34;
    const T v36 = v1 * v32;
    const T v37 = v5 * v22;
    const T v38 = v36 + v37;
    const T v39 = v2 * v32;
    const T v40 = v6 * v22;
    const T v41 = v39 + v40;
    const T v42 = v3 * v24;
    const T v43 = v19 * v26;
    const T v44 = v42 - v43;
    const T v45 = v0 * v44;
    const T v46 = v4 * v24;
    const T v47 = v45 - v46;
    const T v48 = v0 * v47;
    const T v49 = v32 + v48;
    const T v50 = v0 * v46;
    const T v51 = v49 - v50;
    const T v52 = v1 * v44;
    const T v53 = v5 * v24;
    const T v54 = v52 - v53;
    const T v55 = v0 * v54;
    const T v56 = v1 * v46;
    const T v57 = v55 - v56;
    const T v58 = v2 * v44;
    const T v59 = v6 * v24;
    const T v60 = v58 - v59;
    const T v61 = v0 * v60;
    const T v62 = v2 * v46;
    const T v63 = v61 - v62;
    const T v64 = v1 * v54;
    const T v65 = v32 + v64;
    const T v66 = v1 * v53;
    const T v67 = v65 - v66;
    const T v68 = v1 * v60;
    const T v69 = v2 * v53;
    const T v70 = v68 - v69;
    const T v71 = v2 * v60;
    const T v72 = v32 + v71;
    const T v73 = v2 * v59;
    const T v74 = v72 - v73;
    acc[0] += v29;
    acc[1] += v35;
    acc[2] += v38;
    acc[3] += v41;
    acc[4] += v51;
    acc[5] += v57;
    acc[6] += v63;
    acc[7] += v67;
    acc[8] += v70;
    acc[9] += v74;
  }
};

struct Pair_8466c980e1a384bc {
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
    const T v26 = v24 * v25;
    const T v27 = v3 * v20;
    const T v28 = v19 * v22;
    const T v29 = v27 - v28;
    const T v30 = v3 * v22;
    const T v31 = v19 * v24;
    const T v32 = v31 - v30;
    const T v33 = v0 * v32;
    const T v34 = v4 * v22;
    const T v35 = v33 + v34;
    const T v36 = v1 * v32;
    const T v37 = v5 * v22;
    const T v38 = v36 + v37;
    const T v39 = v2 * v32;
    const T v40 = v6 * v22;
    const T v41 = v39 + v40;
    const T v42 = v3 * v24;
    const T v43 = v19 * v26;
    const T v44 = v42 - v43;
    const T v45 = v0 * v44;
    const T v46 = v4 * v24;
    const T v47 = v45 - v46;
    const T v48 = v0 * v47;
    const T v49 = v32 + v48;
    const T v50 = v0 * v46;
    const T v51 = v49 - v50;
    const T v52 = v1 * v44;
    const T v53 = v5 * v24;
    const T v54 = v52 - v53;
    const T v55 = v0 * v54;
    const T v56 = v1 * v46;
    const T v57 = v55 - v56;
    const T v58 = v2 * v44;
    const T v59 = v6 * v24;
    const T v60 = v58 - v59;
    const T v61 = v0 * v60;
    const T v62 = v2 * v46;
    const T v63 = v61 - v62;
    const T v64 = v1 * v54;
    const T v65 = v32 + v64;
    const T v66 = v1 * v53;
    const T v67 = v65 - v66;
    const T v68 = v1 * v60;
    const T v69 = v2 * v53;
    const T v70 = v68 - v69;
    const T v71 = v2 * v60;
    const T v72 = v32 + v71;
    const T v73 = v2 * v59;
    const T v74 = v72 - v73;
    acc[0] += v29;
    acc[1] += v35;
    acc[2] += v38;
    acc[3] += v41;
    acc[4] += v51;
    acc[5] += v57;
    acc[6] += v63;
    acc[7] += v67;
    acc[8] += v70;
    acc[9] += v74;
  }
};

struct Pair_228c0231d57aa5bc {
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

struct Pair_2f9aa1a64c8e1bdc {
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

struct Pair_c934e3e5e2e560f7 {
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

struct Pair_ae0f937b8d82e6d7 {
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

struct Pair_e08f7a6e3681e325 {
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

struct Pair_79683345619b83dd {
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

struct Pair_046e6fd3f0b13600 {
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

struct Pair_27e0fa5967acd82a {
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

struct Pair_8116c3fbd8cc42ab {
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
    const T v11 = v5 * v5;
    const T v12 = rsqrt_apart_(v10, v11);
    const T v13 = v12 * v12;
    const T v14 = v12 * v13;
    const T v15 = v3 * v14;
    const T v16 = v0 * v15;
    const T v17 = -(v16);
    const T v18 = v1 * v15;
    const T v19 = -(v18);
    const T v20 = v2 * v15;
    const T v21 = -(v20);
    const T v22 = v4 * v14;
    const T v23 = v0 * v22;
    const T v24 = -(v23);
    const T v25 = v1 * v22;
    const T v26 = -(v25);
    const T v27 = v2 * v22;
    const T v28 = -(v27);
    acc[0] += v17;
    acc[1] += v24;
    acc[2] += v19;
    acc[3] += v26;
    acc[4] += v21;
    acc[5] += v28;
  }
};

struct Pair_81d359cbc06c9951 {
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
    const T v11 = v5 * v5;
    const T v12 = rsqrt_apart_(v10, v11);
    const T v13 = v12 * v12;
    const T v14 = v12 * v13;
    const T v15 = v3 * v14;
    const T v16 = v0 * v15;
    const T v17 = -(v16);
    const T v18 = v1 * v15;
    const T v19 = -(v18);
    const T v20 = v2 * v15;
    const T v21 = -(v20);
    const T v22 = v4 * v14;
    const T v23 = v0 * v22;
    const T v24 = -(v23);
    const T v25 = v1 * v22;
    const T v26 = -(v25);
    const T v27 = v2 * v22;
    const T v28 = -(v27);
    acc[0] += v17;
    acc[1] += v24;
    acc[2] += v19;
    acc[3] += v26;
    acc[4] += v21;
    acc[5] += v28;
  }
};

struct Pair_14be3139da0284cd {
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
    const T v13 = v7 * v7;
    const T v14 = rsqrt_apart_(v12, v13);
    const T v15 = v14 * v14;
    const T v16 = v14 * v15;
    const T v17 = v3 * v16;
    const T v18 = v0 * v17;
    const T v19 = -(v18);
    const T v20 = v1 * v17;
    const T v21 = -(v20);
    const T v22 = v2 * v17;
    const T v23 = -(v22);
    const T v24 = v4 * v16;
    const T v25 = v0 * v24;
    const T v26 = -(v25);
    const T v27 = v1 * v24;
    const T v28 = -(v27);
    const T v29 = v2 * v24;
    const T v30 = -(v29);
    const T v31 = v5 * v16;
    const T v32 = v0 * v31;
    const T v33 = -(v32);
    const T v34 = v1 * v31;
    const T v35 = -(v34);
    const T v36 = v2 * v31;
    const T v37 = -(v36);
    const T v38 = v6 * v16;
    const T v39 = v0 * v38;
    const T v40 = -(v39);
    const T v41 = v1 * v38;
    const T v42 = -(v41);
    const T v43 = v2 * v38;
    const T v44 = -(v43);
    acc[0] += v19;
    acc[1] += v26;
    acc[2] += v33;
    acc[3] += v40;
    acc[4] += v21;
    acc[5] += v28;
    acc[6] += v35;
    acc[7] += v42;
    acc[8] += v23;
    acc[9] += v30;
    acc[10] += v37;
    acc[11] += v44;
  }
};

struct Pair_1218ae89440de40b {
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
    const T v13 = v7 * v7;
    const T v14 = rsqrt_apart_(v12, v13);
    const T v15 = v14 * v14;
    const T v16 = v14 * v15;
    const T v17 = v3 * v16;
    const T v18 = v0 * v17;
    const T v19 = -(v18);
    const T v20 = v1 * v17;
    const T v21 = -(v20);
    const T v22 = v2 * v17;
    const T v23 = -(v22);
    const T v24 = v4 * v16;
    const T v25 = v0 * v24;
    const T v26 = -(v25);
    const T v27 = v1 * v24;
    const T v28 = -(v27);
    const T v29 = v2 * v24;
    const T v30 = -(v29);
    const T v31 = v5 * v16;
    const T v32 = v0 * v31;
    const T v33 = -(v32);
    const T v34 = v1 * v31;
    const T v35 = -(v34);
    const T v36 = v2 * v31;
    const T v37 = -(v36);
    const T v38 = v6 * v16;
    const T v39 = v0 * v38;
    const T v40 = -(v39);
    const T v41 = v1 * v38;
    const T v42 = -(v41);
    const T v43 = v2 * v38;
    const T v44 = -(v43);
    acc[0] += v19;
    acc[1] += v26;
    acc[2] += v33;
    acc[3] += v40;
    acc[4] += v21;
    acc[5] += v28;
    acc[6] += v35;
    acc[7] += v42;
    acc[8] += v23;
    acc[9] += v30;
    acc[10] += v37;
    acc[11] += v44;
  }
};

}  // namespace

#include "p2p_cpu.h"

JAXFMM_KERNEL(p2p_Pair_ecd94f0359b17b38) { return p2p<Pair_ecd94f0359b17b38, vf, float>(buffers, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_c891db0a4b8d3d33) { return p2p<Pair_c891db0a4b8d3d33, vd, double>(buffers, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_b3b0dd838d2919d0) { return p2p<Pair_b3b0dd838d2919d0, vf, float>(buffers, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_e3cffa4fefe601aa) { return p2p<Pair_e3cffa4fefe601aa, vd, double>(buffers, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_e8311674ffcd7384) { return p2p<Pair_e8311674ffcd7384, vf, float>(buffers, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_7953a979ff370d03) { return p2p<Pair_7953a979ff370d03, vd, double>(buffers, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_5200622469911fe0) { return p2p<Pair_5200622469911fe0, vf, float>(buffers, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_8df74f02c2348b96) { return p2p<Pair_8df74f02c2348b96, vd, double>(buffers, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_59ee1dc2bd78c2d4) { return p2p<Pair_59ee1dc2bd78c2d4, vf, float>(buffers, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_e0db6cb8373d5490) { return p2p<Pair_e0db6cb8373d5490, vd, double>(buffers, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_53be39b332f13f6c) { return p2p<Pair_53be39b332f13f6c, vf, float>(buffers, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_5275d3d4f94b9b98) { return p2p<Pair_5275d3d4f94b9b98, vd, double>(buffers, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_599f712e04f38c3b) { return p2p<Pair_599f712e04f38c3b, vf, float>(buffers, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_b1d560289479f29a) { return p2p<Pair_b1d560289479f29a, vd, double>(buffers, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_04dffc0655d7bb34) { return p2p<Pair_04dffc0655d7bb34, vf, float>(buffers, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_b1b074274b8769cd) { return p2p<Pair_b1b074274b8769cd, vd, double>(buffers, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_351101fdbd62975b) { return p2p<Pair_351101fdbd62975b, vf, float>(buffers, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_dafb687b56aef27d) { return p2p<Pair_dafb687b56aef27d, vd, double>(buffers, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_d8e7b1f468c3e7df) { return p2p<Pair_d8e7b1f468c3e7df, vf, float>(buffers, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_da1efa73609f0656) { return p2p<Pair_da1efa73609f0656, vd, double>(buffers, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_014b2a220c08a8cc) { return p2p<Pair_014b2a220c08a8cc, vf, float>(buffers, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_65eb2bcca1a2a205) { return p2p<Pair_65eb2bcca1a2a205, vd, double>(buffers, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_914ecb7cd4400b08) { return p2p<Pair_914ecb7cd4400b08, vf, float>(buffers, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_aa2c85847c43f197) { return p2p<Pair_aa2c85847c43f197, vd, double>(buffers, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_34eec3afa305fa91) { return p2p<Pair_34eec3afa305fa91, vf, float>(buffers, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_d5e3d7b14ef0a39f) { return p2p<Pair_d5e3d7b14ef0a39f, vd, double>(buffers, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_ef94ce82ead3a23e) { return p2p<Pair_ef94ce82ead3a23e, vf, float>(buffers, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_b907b78b2150324c) { return p2p<Pair_b907b78b2150324c, vd, double>(buffers, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_f983eea77547791f) { return p2p<Pair_f983eea77547791f, vf, float>(buffers, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_ffc28ed1efe37534) { return p2p<Pair_ffc28ed1efe37534, vd, double>(buffers, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_0fbebfa294030b5c) { return p2p<Pair_0fbebfa294030b5c, vf, float>(buffers, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_557d9a399d0f4b20) { return p2p<Pair_557d9a399d0f4b20, vd, double>(buffers, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_ee5a3204804e2da3) { return p2p<Pair_ee5a3204804e2da3, vf, float>(buffers, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_5012d65f096adeb6) { return p2p<Pair_5012d65f096adeb6, vd, double>(buffers, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_ee15f7b691a9f5b9) { return p2p<Pair_ee15f7b691a9f5b9, vf, float>(buffers, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_71f43e013fa597be) { return p2p<Pair_71f43e013fa597be, vd, double>(buffers, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_6b6eeef0fc209e79) { return p2p<Pair_6b6eeef0fc209e79, vf, float>(buffers, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_127ba0d4ea646781) { return p2p<Pair_127ba0d4ea646781, vd, double>(buffers, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_514c1cdd58e40b6d) { return p2p<Pair_514c1cdd58e40b6d, vf, float>(buffers, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_72a0a0e3a2ec5d46) { return p2p<Pair_72a0a0e3a2ec5d46, vd, double>(buffers, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_9f135b1073335fb9) { return p2p<Pair_9f135b1073335fb9, vf, float>(buffers, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_70948710eae1b35d) { return p2p<Pair_70948710eae1b35d, vd, double>(buffers, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_dd8aa1cee1f1a909) { return p2p<Pair_dd8aa1cee1f1a909, vf, float>(buffers, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_308725a5627d0ef1) { return p2p<Pair_308725a5627d0ef1, vd, double>(buffers, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_da106db550fb6275) { return p2p<Pair_da106db550fb6275, vf, float>(buffers, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_52386f87834ce6aa) { return p2p<Pair_52386f87834ce6aa, vd, double>(buffers, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_f1d635b625bd3165) { return p2p<Pair_f1d635b625bd3165, vf, float>(buffers, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_2a5523b245a196a4) { return p2p<Pair_2a5523b245a196a4, vd, double>(buffers, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_7f8ee036e4649b01) { return p2p<Pair_7f8ee036e4649b01, vf, float>(buffers, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_03d0e58e57273904) { return p2p<Pair_03d0e58e57273904, vd, double>(buffers, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_508c99a2821e6c35) { return p2p<Pair_508c99a2821e6c35, vf, float>(buffers, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_ac1f62ca9e4da90c) { return p2p<Pair_ac1f62ca9e4da90c, vd, double>(buffers, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_61246221662912e2) { return p2p<Pair_61246221662912e2, vf, float>(buffers, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_f97d762df3e741f9) { return p2p<Pair_f97d762df3e741f9, vd, double>(buffers, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_507f1ab75df9a3f2) { return p2p<Pair_507f1ab75df9a3f2, vf, float>(buffers, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_8466c980e1a384bc) { return p2p<Pair_8466c980e1a384bc, vd, double>(buffers, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_228c0231d57aa5bc) { return p2p<Pair_228c0231d57aa5bc, vf, float>(buffers, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_2f9aa1a64c8e1bdc) { return p2p<Pair_2f9aa1a64c8e1bdc, vd, double>(buffers, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_c934e3e5e2e560f7) { return p2p<Pair_c934e3e5e2e560f7, vf, float>(buffers, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_ae0f937b8d82e6d7) { return p2p<Pair_ae0f937b8d82e6d7, vd, double>(buffers, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_e08f7a6e3681e325) { return p2p<Pair_e08f7a6e3681e325, vf, float>(buffers, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_79683345619b83dd) { return p2p<Pair_79683345619b83dd, vd, double>(buffers, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_046e6fd3f0b13600) { return p2p<Pair_046e6fd3f0b13600, vf, float>(buffers, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_27e0fa5967acd82a) { return p2p<Pair_27e0fa5967acd82a, vd, double>(buffers, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_8116c3fbd8cc42ab) { return p2p<Pair_8116c3fbd8cc42ab, vf, float>(buffers, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_81d359cbc06c9951) { return p2p<Pair_81d359cbc06c9951, vd, double>(buffers, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_14be3139da0284cd) { return p2p<Pair_14be3139da0284cd, vf, float>(buffers, phase, begin, end); }
JAXFMM_KERNEL(p2p_Pair_1218ae89440de40b) { return p2p<Pair_1218ae89440de40b, vd, double>(buffers, phase, begin, end); }
