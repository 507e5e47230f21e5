// Written by custom_ops/generate.py: M2L, M2P and P2L for the radial kernels that are used most.
#include "radial_cpu.h"
#include "polyharmonic_cpu.h"

namespace {

struct Function_d955ddfedd4de22c {
  static constexpr int PARAMETERS = 1, DEGREE = -1, ORDER = 14;
  template <class T>
  HD static void values(T r2, T unit, const T* p, T* f) {
    const T v0 = r2;
    const T v1 = unit;
    const T v2 = p[0];
    const T v3 = v2 / v1;
    const T v4 = v3 * v3;
    const T v5 = rsqrt_apart_(v0, v4);
    const T v6 = v5 * v5;
    const T v7 = v5 * v6;
    const T v8 = -(v7);
    const T v9 = constant<T>(3.0) * v6;
    const T v10 = v7 * v9;
    const T v11 = constant<T>(5.0) * v6;
    const T v12 = v10 * v11;
    const T v13 = -(v12);
    const T v14 = constant<T>(7.0) * v6;
    const T v15 = v12 * v14;
    const T v16 = constant<T>(9.0) * v6;
    const T v17 = v15 * v16;
    const T v18 = -(v17);
    const T v19 = constant<T>(11.0) * v6;
    const T v20 = v17 * v19;
    const T v21 = constant<T>(13.0) * v6;
    const T v22 = v20 * v21;
    const T v23 = -(v22);
    const T v24 = constant<T>(15.0) * v6;
    const T v25 = v22 * v24;
    const T v26 = constant<T>(17.0) * v6;
    const T v27 = v25 * v26;
    const T v28 = -(v27);
    const T v29 = constant<T>(19.0) * v6;
    const T v30 = v27 * v29;
    const T v31 = constant<T>(21.0) * v6;
    const T v32 = v30 * v31;
    const T v33 = -(v32);
    const T v34 = constant<T>(23.0) * v6;
    const T v35 = v32 * v34;
    const T v36 = constant<T>(25.0) * v6;
    const T v37 = v35 * v36;
    const T v38 = -(v37);
    const T v39 = constant<T>(27.0) * v6;
    const T v40 = v37 * v39;
    f[0] = v5;
    f[1] = v8;
    f[2] = v10;
    f[3] = v13;
    f[4] = v15;
    f[5] = v18;
    f[6] = v20;
    f[7] = v23;
    f[8] = v25;
    f[9] = v28;
    f[10] = v30;
    f[11] = v33;
    f[12] = v35;
    f[13] = v38;
    f[14] = v40;
  }
};

struct Function_116475663eee8c4d {
  static constexpr int PARAMETERS = 2, DEGREE = 0, ORDER = 14;
  template <class T>
  HD static void values(T r2, T unit, const T* p, T* f) {
    const T v0 = r2;
    const T v1 = unit;
    const T v2 = p[0];
    const T v3 = p[1];
    const T v4 = v2 / v1;
    const T v5 = log_(v1);
    const T v6 = v3 + v5;
    const mask_t<T> v7 = constant<T>(0.0) < v0;
    const T v8 = v4 * v4;
    const T v9 = v0 + v8;
    const T v10 = log_(v9);
    const T v11 = constant<T>(0.5) * v10;
    const T v12 = -(v11);
    const T v13 = v12 - v6;
    const T v14 = select_(v7, v13, constant<T>(0.0));
    const T v15 = inverse_apart_(v0, v8);
    const T v16 = -(v15);
    const T v17 = constant<T>(2.0) * v15;
    const T v18 = v15 * v17;
    const T v19 = constant<T>(4.0) * v15;
    const T v20 = v18 * v19;
    const T v21 = -(v20);
    const T v22 = constant<T>(6.0) * v15;
    const T v23 = v20 * v22;
    const T v24 = constant<T>(8.0) * v15;
    const T v25 = v23 * v24;
    const T v26 = -(v25);
    const T v27 = constant<T>(10.0) * v15;
    const T v28 = v25 * v27;
    const T v29 = constant<T>(12.0) * v15;
    const T v30 = v28 * v29;
    const T v31 = -(v30);
    const T v32 = constant<T>(14.0) * v15;
    const T v33 = v30 * v32;
    const T v34 = constant<T>(16.0) * v15;
    const T v35 = v33 * v34;
    const T v36 = -(v35);
    const T v37 = constant<T>(18.0) * v15;
    const T v38 = v35 * v37;
    const T v39 = constant<T>(20.0) * v15;
    const T v40 = v38 * v39;
    const T v41 = -(v40);
    const T v42 = constant<T>(22.0) * v15;
    const T v43 = v40 * v42;
    const T v44 = constant<T>(24.0) * v15;
    const T v45 = v43 * v44;
    const T v46 = -(v45);
    const T v47 = constant<T>(26.0) * v15;
    const T v48 = v45 * v47;
    f[0] = v14;
    f[1] = v16;
    f[2] = v18;
    f[3] = v21;
    f[4] = v23;
    f[5] = v26;
    f[6] = v28;
    f[7] = v31;
    f[8] = v33;
    f[9] = v36;
    f[10] = v38;
    f[11] = v41;
    f[12] = v43;
    f[13] = v46;
    f[14] = v48;
  }
};

struct Function_aa95e7181517b3f7 {
  static constexpr int PARAMETERS = 1, DEGREE = -1, ORDER = 14;
  template <class T>
  HD static void values(T r2, T unit, const T* p, T* f) {
    const T v0 = r2;
    const T v1 = unit;
    const T v2 = p[0];
    const T v3 = v1 * v2;
    const T v4 = v0 * v3;
    const T v5 = v3 * v3;
    const T v6 = rsqrt_apart_(v0);
    const T v7 = v4 * v6;
    const T v8 = -(v7);
    const T v9 = exp_(v8);
    const T v10 = v3 * v9;
    const T v11 = v6 * v9;
    const T v12 = v5 * v11;
    const T v13 = v10 + v11;
    const T v14 = v6 * v6;
    const T v15 = v13 * v14;
    const T v16 = -(v15);
    const T v17 = v5 * v15;
    const T v18 = constant<T>(3.0) * v15;
    const T v19 = v12 + v18;
    const T v20 = v14 * v19;
    const T v21 = v5 * v20;
    const T v22 = constant<T>(5.0) * v20;
    const T v23 = v17 + v22;
    const T v24 = v14 * v23;
    const T v25 = -(v24);
    const T v26 = v5 * v24;
    const T v27 = constant<T>(7.0) * v24;
    const T v28 = v21 + v27;
    const T v29 = v14 * v28;
    const T v30 = v5 * v29;
    const T v31 = constant<T>(9.0) * v29;
    const T v32 = v26 + v31;
    const T v33 = v14 * v32;
    const T v34 = -(v33);
    const T v35 = v5 * v33;
    const T v36 = constant<T>(11.0) * v33;
    const T v37 = v30 + v36;
    const T v38 = v14 * v37;
    const T v39 = v5 * v38;
    const T v40 = constant<T>(13.0) * v38;
    const T v41 = v35 + v40;
    const T v42 = v14 * v41;
    const T v43 = -(v42);
    const T v44 = v5 * v42;
    const T v45 = constant<T>(15.0) * v42;
    const T v46 = v39 + v45;
    const T v47 = v14 * v46;
    const T v48 = v5 * v47;
    const T v49 = constant<T>(17.0) * v47;
    const T v50 = v44 + v49;
    const T v51 = v14 * v50;
    const T v52 = -(v51);
    const T v53 = v5 * v51;
    const T v54 = constant<T>(19.0) * v51;
    const T v55 = v48 + v54;
    const T v56 = v14 * v55;
    const T v57 = v5 * v56;
    const T v58 = constant<T>(21.0) * v56;
    const T v59 = v53 + v58;
    const T v60 = v14 * v59;
    const T v61 = -(v60);
    const T v62 = v5 * v60;
    const T v63 = constant<T>(23.0) * v60;
    const T v64 = v57 + v63;
    const T v65 = v14 * v64;
    const T v66 = v5 * v65;
    const T v67 = constant<T>(25.0) * v65;
    const T v68 = v62 + v67;
    const T v69 = v14 * v68;
    const T v70 = -(v69);
    const T v71 = constant<T>(27.0) * v69;
    const T v72 = v66 + v71;
    const T v73 = v14 * v72;
    f[0] = v11;
    f[1] = v16;
    f[2] = v20;
    f[3] = v25;
    f[4] = v29;
    f[5] = v34;
    f[6] = v38;
    f[7] = v43;
    f[8] = v47;
    f[9] = v52;
    f[10] = v56;
    f[11] = v61;
    f[12] = v65;
    f[13] = v70;
    f[14] = v73;
  }
};

struct Function_90c22336e975fc68 {
  static constexpr int PARAMETERS = 1, DEGREE = 0, ORDER = 14;
  template <class T>
  HD static void values(T r2, T unit, const T* p, T* f) {
    const T v0 = r2;
    const T v1 = unit;
    const T v2 = p[0];
    const T v3 = v2 / v1;
    const T v4 = constant<T>(1.7320507764816284) / v3;
    const T v5 = v0 * v4;
    const T v6 = v4 * v4;
    const T v7 = v4 * v6;
    const T v8 = rsqrt_apart_(v0);
    const T v9 = v5 * v8;
    const T v10 = -(v9);
    const T v11 = exp_(v10);
    const T v12 = constant<T>(1.0) + v9;
    const T v13 = v11 * v12;
    const T v14 = v6 * v11;
    const T v15 = -(v14);
    const T v16 = v4 * v11;
    const T v17 = v8 * v11;
    const T v18 = v6 * v17;
    const T v19 = v16 + v17;
    const T v20 = v8 * v8;
    const T v21 = v19 * v20;
    const T v22 = v6 * v21;
    const T v23 = constant<T>(3.0) * v21;
    const T v24 = v18 + v23;
    const T v25 = v20 * v24;
    const T v26 = v6 * v25;
    const T v27 = constant<T>(5.0) * v25;
    const T v28 = v22 + v27;
    const T v29 = v20 * v28;
    const T v30 = v6 * v29;
    const T v31 = constant<T>(7.0) * v29;
    const T v32 = v26 + v31;
    const T v33 = v20 * v32;
    const T v34 = v6 * v33;
    const T v35 = constant<T>(9.0) * v33;
    const T v36 = v30 + v35;
    const T v37 = v20 * v36;
    const T v38 = v6 * v37;
    const T v39 = constant<T>(11.0) * v37;
    const T v40 = v34 + v39;
    const T v41 = v20 * v40;
    const T v42 = v6 * v41;
    const T v43 = constant<T>(13.0) * v41;
    const T v44 = v38 + v43;
    const T v45 = v20 * v44;
    const T v46 = v6 * v45;
    const T v47 = constant<T>(15.0) * v45;
    const T v48 = v42 + v47;
    const T v49 = v20 * v48;
    const T v50 = v6 * v49;
    const T v51 = constant<T>(17.0) * v49;
    const T v52 = v46 + v51;
    const T v53 = v20 * v52;
    const T v54 = v6 * v53;
    const T v55 = constant<T>(19.0) * v53;
    const T v56 = v50 + v55;
    const T v57 = v20 * v56;
    const T v58 = v6 * v57;
    const T v59 = constant<T>(21.0) * v57;
    const T v60 = v54 + v59;
    const T v61 = v20 * v60;
    const T v62 = constant<T>(23.0) * v61;
    const T v63 = v58 + v62;
    const T v64 = v20 * v63;
    const T v65 = v7 * v17;
    const T v66 = v7 * v21;
    const T v67 = -(v66);
    const T v68 = v7 * v25;
    const T v69 = v7 * v29;
    const T v70 = -(v69);
    const T v71 = v7 * v33;
    const T v72 = v7 * v37;
    const T v73 = -(v72);
    const T v74 = v7 * v41;
    const T v75 = v7 * v45;
    const T v76 = -(v75);
    const T v77 = v7 * v49;
    const T v78 = v7 * v53;
    const T v79 = -(v78);
    const T v80 = v7 * v57;
    const T v81 = v7 * v61;
    const T v82 = -(v81);
    const T v83 = v7 * v64;
    f[0] = v13;
    f[1] = v15;
    f[2] = v65;
    f[3] = v67;
    f[4] = v68;
    f[5] = v70;
    f[6] = v71;
    f[7] = v73;
    f[8] = v74;
    f[9] = v76;
    f[10] = v77;
    f[11] = v79;
    f[12] = v80;
    f[13] = v82;
    f[14] = v83;
  }
};

struct Function_9bbea3e7fe1b5ef7 {
  static constexpr int PARAMETERS = 1, DEGREE = -1, ORDER = 20;
  template <class T>
  HD static void values(T r2, T unit, const T* p, T* f) {
    const T v0 = r2;
    const T v1 = unit;
    const T v2 = p[0];
    const T v3 = v2 / v1;
    const T v4 = v3 * v3;
    const T v5 = rsqrt_apart_(v0, v4);
    const T v6 = v5 * v5;
    const T v7 = v5 * v6;
    const T v8 = -(v7);
    const T v9 = constant<T>(3.0) * v6;
    const T v10 = v7 * v9;
    const T v11 = constant<T>(5.0) * v6;
    const T v12 = v10 * v11;
    const T v13 = -(v12);
    const T v14 = constant<T>(7.0) * v6;
    const T v15 = v12 * v14;
    const T v16 = constant<T>(9.0) * v6;
    const T v17 = v15 * v16;
    const T v18 = -(v17);
    const T v19 = constant<T>(11.0) * v6;
    const T v20 = v17 * v19;
    const T v21 = constant<T>(13.0) * v6;
    const T v22 = v20 * v21;
    const T v23 = -(v22);
    const T v24 = constant<T>(15.0) * v6;
    const T v25 = v22 * v24;
    const T v26 = constant<T>(17.0) * v6;
    const T v27 = v25 * v26;
    const T v28 = -(v27);
    const T v29 = constant<T>(19.0) * v6;
    const T v30 = v27 * v29;
    const T v31 = constant<T>(21.0) * v6;
    const T v32 = v30 * v31;
    const T v33 = -(v32);
    const T v34 = constant<T>(23.0) * v6;
    const T v35 = v32 * v34;
    const T v36 = constant<T>(25.0) * v6;
    const T v37 = v35 * v36;
    const T v38 = -(v37);
    const T v39 = constant<T>(27.0) * v6;
    const T v40 = v37 * v39;
    const T v41 = constant<T>(29.0) * v6;
    const T v42 = v40 * v41;
    const T v43 = -(v42);
    const T v44 = constant<T>(31.0) * v6;
    const T v45 = v42 * v44;
    const T v46 = constant<T>(33.0) * v6;
    const T v47 = v45 * v46;
    const T v48 = -(v47);
    const T v49 = constant<T>(35.0) * v6;
    const T v50 = v47 * v49;
    const T v51 = constant<T>(37.0) * v6;
    const T v52 = v50 * v51;
    const T v53 = -(v52);
    const T v54 = constant<T>(39.0) * v6;
    const T v55 = v52 * v54;
    f[0] = v5;
    f[1] = v8;
    f[2] = v10;
    f[3] = v13;
    f[4] = v15;
    f[5] = v18;
    f[6] = v20;
    f[7] = v23;
    f[8] = v25;
    f[9] = v28;
    f[10] = v30;
    f[11] = v33;
    f[12] = v35;
    f[13] = v38;
    f[14] = v40;
    f[15] = v43;
    f[16] = v45;
    f[17] = v48;
    f[18] = v50;
    f[19] = v53;
    f[20] = v55;
  }
};

struct Function_8f8f61366ccb306e {
  static constexpr int PARAMETERS = 1, DEGREE = 0, ORDER = 20;
  template <class T>
  HD static void values(T r2, T unit, const T* p, T* f) {
    const T v0 = r2;
    const T v1 = unit;
    const T v2 = p[0];
    const T v3 = v2 / v1;
    const T v4 = v3 * v3;
    const T v5 = constant<T>(1.0) / v4;
    const T v6 = v0 * v5;
    const T v7 = constant<T>(1.0) + v6;
    const T v8 = rsqrt_(v7);
    const T v9 = v5 * v8;
    const T v10 = v8 * v9;
    const T v11 = v8 * v10;
    const T v12 = -(v11);
    const T v13 = v9 * constant<T>(3.0);
    const T v14 = v8 * v13;
    const T v15 = v11 * v14;
    const T v16 = v9 * constant<T>(5.0);
    const T v17 = v8 * v16;
    const T v18 = v15 * v17;
    const T v19 = -(v18);
    const T v20 = v9 * constant<T>(7.0);
    const T v21 = v8 * v20;
    const T v22 = v18 * v21;
    const T v23 = v9 * constant<T>(9.0);
    const T v24 = v8 * v23;
    const T v25 = v22 * v24;
    const T v26 = -(v25);
    const T v27 = v9 * constant<T>(11.0);
    const T v28 = v8 * v27;
    const T v29 = v25 * v28;
    const T v30 = v9 * constant<T>(13.0);
    const T v31 = v8 * v30;
    const T v32 = v29 * v31;
    const T v33 = -(v32);
    const T v34 = v9 * constant<T>(15.0);
    const T v35 = v8 * v34;
    const T v36 = v32 * v35;
    const T v37 = v9 * constant<T>(17.0);
    const T v38 = v8 * v37;
    const T v39 = v36 * v38;
    const T v40 = -(v39);
    const T v41 = v9 * constant<T>(19.0);
    const T v42 = v8 * v41;
    const T v43 = v39 * v42;
    const T v44 = v9 * constant<T>(21.0);
    const T v45 = v8 * v44;
    const T v46 = v43 * v45;
    const T v47 = -(v46);
    const T v48 = v9 * constant<T>(23.0);
    const T v49 = v8 * v48;
    const T v50 = v46 * v49;
    const T v51 = v9 * constant<T>(25.0);
    const T v52 = v8 * v51;
    const T v53 = v50 * v52;
    const T v54 = -(v53);
    const T v55 = v9 * constant<T>(27.0);
    const T v56 = v8 * v55;
    const T v57 = v53 * v56;
    const T v58 = v9 * constant<T>(29.0);
    const T v59 = v8 * v58;
    const T v60 = v57 * v59;
    const T v61 = -(v60);
    const T v62 = v9 * constant<T>(31.0);
    const T v63 = v8 * v62;
    const T v64 = v60 * v63;
    const T v65 = v9 * constant<T>(33.0);
    const T v66 = v8 * v65;
    const T v67 = v64 * v66;
    const T v68 = -(v67);
    const T v69 = v9 * constant<T>(35.0);
    const T v70 = v8 * v69;
    const T v71 = v67 * v70;
    const T v72 = v9 * constant<T>(37.0);
    const T v73 = v8 * v72;
    const T v74 = v71 * v73;
    const T v75 = -(v74);
    const T v76 = v9 * constant<T>(39.0);
    const T v77 = v8 * v76;
    const T v78 = v74 * v77;
    f[0] = v8;
    f[1] = v12;
    f[2] = v15;
    f[3] = v19;
    f[4] = v22;
    f[5] = v26;
    f[6] = v29;
    f[7] = v33;
    f[8] = v36;
    f[9] = v40;
    f[10] = v43;
    f[11] = v47;
    f[12] = v50;
    f[13] = v54;
    f[14] = v57;
    f[15] = v61;
    f[16] = v64;
    f[17] = v68;
    f[18] = v71;
    f[19] = v75;
    f[20] = v78;
  }
};

struct Function_c440127837c434bd {
  static constexpr int PARAMETERS = 1, DEGREE = 0, ORDER = 14;
  template <class T>
  HD static void values(T r2, T unit, const T* p, T* f) {
    const T v0 = r2;
    const T v1 = unit;
    const T v2 = p[0];
    const T v3 = v2 / v1;
    const T v4 = constant<T>(1.7320508075688772) / v3;
    const T v5 = v0 * v4;
    const T v6 = v4 * v4;
    const T v7 = v4 * v6;
    const T v8 = rsqrt_apart_(v0);
    const T v9 = v5 * v8;
    const T v10 = -(v9);
    const T v11 = exp_(v10);
    const T v12 = constant<T>(1.0) + v9;
    const T v13 = v11 * v12;
    const T v14 = v6 * v11;
    const T v15 = -(v14);
    const T v16 = v4 * v11;
    const T v17 = v8 * v11;
    const T v18 = v6 * v17;
    const T v19 = v16 + v17;
    const T v20 = v8 * v8;
    const T v21 = v19 * v20;
    const T v22 = v6 * v21;
    const T v23 = constant<T>(3.0) * v21;
    const T v24 = v18 + v23;
    const T v25 = v20 * v24;
    const T v26 = v6 * v25;
    const T v27 = constant<T>(5.0) * v25;
    const T v28 = v22 + v27;
    const T v29 = v20 * v28;
    const T v30 = v6 * v29;
    const T v31 = constant<T>(7.0) * v29;
    const T v32 = v26 + v31;
    const T v33 = v20 * v32;
    const T v34 = v6 * v33;
    const T v35 = constant<T>(9.0) * v33;
    const T v36 = v30 + v35;
    const T v37 = v20 * v36;
    const T v38 = v6 * v37;
    const T v39 = constant<T>(11.0) * v37;
    const T v40 = v34 + v39;
    const T v41 = v20 * v40;
    const T v42 = v6 * v41;
    const T v43 = constant<T>(13.0) * v41;
    const T v44 = v38 + v43;
    const T v45 = v20 * v44;
    const T v46 = v6 * v45;
    const T v47 = constant<T>(15.0) * v45;
    const T v48 = v42 + v47;
    const T v49 = v20 * v48;
    const T v50 = v6 * v49;
    const T v51 = constant<T>(17.0) * v49;
    const T v52 = v46 + v51;
    const T v53 = v20 * v52;
    const T v54 = v6 * v53;
    const T v55 = constant<T>(19.0) * v53;
    const T v56 = v50 + v55;
    const T v57 = v20 * v56;
    const T v58 = v6 * v57;
    const T v59 = constant<T>(21.0) * v57;
    const T v60 = v54 + v59;
    const T v61 = v20 * v60;
    const T v62 = constant<T>(23.0) * v61;
    const T v63 = v58 + v62;
    const T v64 = v20 * v63;
    const T v65 = v7 * v17;
    const T v66 = v7 * v21;
    const T v67 = -(v66);
    const T v68 = v7 * v25;
    const T v69 = v7 * v29;
    const T v70 = -(v69);
    const T v71 = v7 * v33;
    const T v72 = v7 * v37;
    const T v73 = -(v72);
    const T v74 = v7 * v41;
    const T v75 = v7 * v45;
    const T v76 = -(v75);
    const T v77 = v7 * v49;
    const T v78 = v7 * v53;
    const T v79 = -(v78);
    const T v80 = v7 * v57;
    const T v81 = v7 * v61;
    const T v82 = -(v81);
    const T v83 = v7 * v64;
    f[0] = v13;
    f[1] = v15;
    f[2] = v65;
    f[3] = v67;
    f[4] = v68;
    f[5] = v70;
    f[6] = v71;
    f[7] = v73;
    f[8] = v74;
    f[9] = v76;
    f[10] = v77;
    f[11] = v79;
    f[12] = v80;
    f[13] = v82;
    f[14] = v83;
  }
};

}  // namespace

JAXFMM_KERNEL(radial3d_m2l_Function_d955ddfedd4de22c_f32) { return m2l<RadialFamily<3, Function_d955ddfedd4de22c>, vf>(M2LArguments<float>(buffers, scalars), phase, begin, end); }
JAXFMM_KERNEL(radial3d_m2p_Function_d955ddfedd4de22c_f32) { return m2p<RadialFamily<3, Function_d955ddfedd4de22c>, vf>(M2PArguments<float>(buffers, scalars), phase, begin, end); }
JAXFMM_KERNEL(radial3d_p2l_Function_d955ddfedd4de22c_f32) { return p2l<RadialFamily<3, Function_d955ddfedd4de22c>, vf>(P2LArguments<float>(buffers, scalars), phase, begin, end); }
JAXFMM_KERNEL(radial2d_m2l_Function_116475663eee8c4d_f32) { return m2l<RadialFamily<2, Function_116475663eee8c4d>, vf>(M2LArguments<float>(buffers, scalars), phase, begin, end); }
JAXFMM_KERNEL(radial2d_m2p_Function_116475663eee8c4d_f32) { return m2p<RadialFamily<2, Function_116475663eee8c4d>, vf>(M2PArguments<float>(buffers, scalars), phase, begin, end); }
JAXFMM_KERNEL(radial2d_p2l_Function_116475663eee8c4d_f32) { return p2l<RadialFamily<2, Function_116475663eee8c4d>, vf>(P2LArguments<float>(buffers, scalars), phase, begin, end); }
JAXFMM_KERNEL(radial3d_m2l_Function_aa95e7181517b3f7_f32) { return m2l<RadialFamily<3, Function_aa95e7181517b3f7>, vf>(M2LArguments<float>(buffers, scalars), phase, begin, end); }
JAXFMM_KERNEL(radial3d_m2p_Function_aa95e7181517b3f7_f32) { return m2p<RadialFamily<3, Function_aa95e7181517b3f7>, vf>(M2PArguments<float>(buffers, scalars), phase, begin, end); }
JAXFMM_KERNEL(radial3d_p2l_Function_aa95e7181517b3f7_f32) { return p2l<RadialFamily<3, Function_aa95e7181517b3f7>, vf>(P2LArguments<float>(buffers, scalars), phase, begin, end); }
JAXFMM_KERNEL(radial3d_m2l_Function_90c22336e975fc68_f32) { return m2l<RadialFamily<3, Function_90c22336e975fc68>, vf>(M2LArguments<float>(buffers, scalars), phase, begin, end); }
JAXFMM_KERNEL(radial3d_m2p_Function_90c22336e975fc68_f32) { return m2p<RadialFamily<3, Function_90c22336e975fc68>, vf>(M2PArguments<float>(buffers, scalars), phase, begin, end); }
JAXFMM_KERNEL(radial3d_p2l_Function_90c22336e975fc68_f32) { return p2l<RadialFamily<3, Function_90c22336e975fc68>, vf>(P2LArguments<float>(buffers, scalars), phase, begin, end); }
JAXFMM_KERNEL(polyharmonic_m2l_Function_9bbea3e7fe1b5ef7_f32) { return m2l<PolyharmonicFamily<Function_9bbea3e7fe1b5ef7>, vf>(M2LArguments<float>(buffers, scalars), phase, begin, end); }
JAXFMM_KERNEL(polyharmonic_m2l_Function_8f8f61366ccb306e_f32) { return m2l<PolyharmonicFamily<Function_8f8f61366ccb306e>, vf>(M2LArguments<float>(buffers, scalars), phase, begin, end); }
JAXFMM_KERNEL(radial3d_m2l_Function_d955ddfedd4de22c_f64) { return m2l<RadialFamily<3, Function_d955ddfedd4de22c>, vd>(M2LArguments<double>(buffers, scalars), phase, begin, end); }
JAXFMM_KERNEL(radial3d_m2p_Function_d955ddfedd4de22c_f64) { return m2p<RadialFamily<3, Function_d955ddfedd4de22c>, vd>(M2PArguments<double>(buffers, scalars), phase, begin, end); }
JAXFMM_KERNEL(radial3d_p2l_Function_d955ddfedd4de22c_f64) { return p2l<RadialFamily<3, Function_d955ddfedd4de22c>, vd>(P2LArguments<double>(buffers, scalars), phase, begin, end); }
JAXFMM_KERNEL(radial2d_m2l_Function_116475663eee8c4d_f64) { return m2l<RadialFamily<2, Function_116475663eee8c4d>, vd>(M2LArguments<double>(buffers, scalars), phase, begin, end); }
JAXFMM_KERNEL(radial2d_m2p_Function_116475663eee8c4d_f64) { return m2p<RadialFamily<2, Function_116475663eee8c4d>, vd>(M2PArguments<double>(buffers, scalars), phase, begin, end); }
JAXFMM_KERNEL(radial2d_p2l_Function_116475663eee8c4d_f64) { return p2l<RadialFamily<2, Function_116475663eee8c4d>, vd>(P2LArguments<double>(buffers, scalars), phase, begin, end); }
JAXFMM_KERNEL(radial3d_m2l_Function_aa95e7181517b3f7_f64) { return m2l<RadialFamily<3, Function_aa95e7181517b3f7>, vd>(M2LArguments<double>(buffers, scalars), phase, begin, end); }
JAXFMM_KERNEL(radial3d_m2p_Function_aa95e7181517b3f7_f64) { return m2p<RadialFamily<3, Function_aa95e7181517b3f7>, vd>(M2PArguments<double>(buffers, scalars), phase, begin, end); }
JAXFMM_KERNEL(radial3d_p2l_Function_aa95e7181517b3f7_f64) { return p2l<RadialFamily<3, Function_aa95e7181517b3f7>, vd>(P2LArguments<double>(buffers, scalars), phase, begin, end); }
JAXFMM_KERNEL(radial3d_m2l_Function_c440127837c434bd_f64) { return m2l<RadialFamily<3, Function_c440127837c434bd>, vd>(M2LArguments<double>(buffers, scalars), phase, begin, end); }
JAXFMM_KERNEL(radial3d_m2p_Function_c440127837c434bd_f64) { return m2p<RadialFamily<3, Function_c440127837c434bd>, vd>(M2PArguments<double>(buffers, scalars), phase, begin, end); }
JAXFMM_KERNEL(radial3d_p2l_Function_c440127837c434bd_f64) { return p2l<RadialFamily<3, Function_c440127837c434bd>, vd>(P2LArguments<double>(buffers, scalars), phase, begin, end); }
JAXFMM_KERNEL(polyharmonic_m2l_Function_9bbea3e7fe1b5ef7_f64) { return m2l<PolyharmonicFamily<Function_9bbea3e7fe1b5ef7>, vd>(M2LArguments<double>(buffers, scalars), phase, begin, end); }
JAXFMM_KERNEL(polyharmonic_m2l_Function_8f8f61366ccb306e_f64) { return m2l<PolyharmonicFamily<Function_8f8f61366ccb306e>, vd>(M2LArguments<double>(buffers, scalars), phase, begin, end); }
