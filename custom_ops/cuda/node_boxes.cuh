// The boxes and spheres of the nodes of a tree on CUDA, from its ranges of points and its levels.
#pragma once
#include "box.cuh"
#include "grid.cuh"

namespace {

// From the source that includes this: a limit of jaxfmm/tree/limits.py.
constexpr int EXACT_RADIUS = JAXFMM_EXACT_RADIUS;

// Measures the nodes by the whole grid, step by step; `run` says in which order.
template <class S, int DIM, class Arguments>
struct NodeMeasures {
  const Arguments& a;
  Grid& grid;
  const S* points;  // in the order of the tree
  int level, used, n_leaves;  // how many levels, nodes and leaves there are
  int lane = threadIdx.x % 32;
  Box<S, DIM>* boxes = reinterpret_cast<Box<S, DIM>*>(a.boxes);

  __device__ void run() {
    find_boxes();
    run_with_boxes();
  }

  // The same where all boxes are known.
  __device__ void run_with_boxes() {
    grid.wait();
    find_spheres();
    grid.wait();
    scale_coincident_nodes();
  }

  // The bounding box of each node: of a leaf from its points, by a warp, and then of the others
  // from their children.
  __device__ void find_boxes() {
    for (int leaf = grid.warp(); leaf < n_leaves; leaf += grid.warps()) {
      const int node = a.leaves[leaf], first = a.start[node], last = first + a.count[node];
      Box<S, DIM> box;
      box.clear();
      for (int i = first + lane; i < last; i += 32)
        box.add(points + (long long)DIM * i, points + (long long)DIM * i);
      box.unite_lanes();
      if (lane == 0) boxes[node] = box;
    }
    for (int l = level - 1; l >= 0; l--) {
      grid.wait();
      for (int i = a.level_start[l] + grid.thread(); i < a.level_start[l + 1];
           i += grid.threads()) {
        Box<S, DIM> box = boxes[i];
        if (a.child[i] >= 0) {
          box = boxes[a.child[i]];
          box.add(boxes[a.child[i] + 1].low, boxes[a.child[i] + 1].high);
          boxes[i] = box;
        }
      }
    }
  }

  // The sphere of each node around the centre of its box: small nodes measure the distances of
  // their points.
  __device__ void find_spheres() {
    const S rounding = 1 + 8 * (sizeof(S) == 4 ? S(1.1920929e-7) : S(2.220446049250313e-16));
    for (int node = grid.warp(); node < used; node += grid.warps()) {
      const Box<S, DIM> box = boxes[node];
      S middle[DIM], farther[DIM], square = 0;
#pragma unroll
      for (int c = 0; c < DIM; c++) {
        middle[c] = S(0.5) * box.low[c] + S(0.5) * box.high[c];
        farther[c] = max(box.high[c] - middle[c], middle[c] - box.low[c]);  // the centre is rounded
        square += farther[c] * farther[c];
      }
      const int first = a.start[node], size = a.count[node];
      if (size <= EXACT_RADIUS * a.leaf_size) {
        square = 0;
        for (int i = first + lane; i < first + size; i += 32) {
          S distance = 0;
#pragma unroll
          for (int c = 0; c < DIM; c++) {
            const S d = points[(long long)DIM * i + c] - middle[c];
            distance += d * d;
          }
          square = max(square, distance);
        }
#pragma unroll
        for (int step = 16; step > 0; step /= 2)
          square = max(square, __shfl_xor_sync(0xffffffffu, square, step));
      }
      if (lane == 0) {
        S r = sqrt(square) * rounding;
        if (node == 0 && !(r > 0)) r = *a.extent > 0 ? S(0.25) * *a.extent : S(1);
        a.radius[node] = r;
#pragma unroll
        for (int c = 0; c < DIM; c++)
          a.center[DIM * node + c] = middle[c], a.half[DIM * node + c] = farther[c];
      }
    }
  }

  // A node of coincident points gets a quarter of its parent's radius as its scale.
  __device__ void scale_coincident_nodes() {
    S* radius = a.radius;
    for (int i = grid.thread(); i < used; i += grid.threads()) {
      S factor = 1, r = radius[i];
      for (int up = i; r == 0; r = *const_cast<volatile S*>(radius + up))
        up = a.parent[up], factor *= S(0.25);
      if (factor != 1) radius[i] = factor * r;
    }
  }
};

}  // namespace
