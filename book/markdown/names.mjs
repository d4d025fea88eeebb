// What <!-- book: figure NAME --> and <!-- book: run NAME --> may name.

/** Name in the comment -> component in .vitepress/theme/components. */
export const figures = {
  'index-space': 'IndexSpace',
  addresses: 'AddressSectors',
  banks: 'LocalBanks',
  'tile-size': 'TileSize',
  race: 'RaceReplay',
  roofline: 'RooflinePlot',
  scan: 'ScanTree',
  butterflies: 'FftButterflies',
}

/** Kernels that run in the page: WGSL twins in book/wgsl, described in .vitepress/theme/runs.js. */
export const runs = new Set(['waves', 'life', 'race', 'reverse', 'reduction', 'scan', 'histogram', 'nbody'])
