// What <!-- book: figure NAME --> and <!-- book: run NAME --> may name.

/** Name in the comment -> component in .vitepress/theme/components. */
export const figures = {
  groups: 'WorkGroups',
  'index-space': 'IndexSpace',
  'hand-out': 'HandOut',
  addresses: 'AddressSectors',
  banks: 'LocalBanks',
  'tile-size': 'TileSize',
  race: 'RaceReplay',
  roofline: 'RooflinePlot',
  scan: 'ScanTree',
  butterflies: 'FftButterflies',
}

/** Kernels that run in the page: WGSL twins in book/wgsl, described in .vitepress/theme/runs.js. */
export const runs = new Set(['waves', 'grey', 'life', 'panels', 'race', 'reverse', 'reduction', 'scan', 'histogram', 'nbody'])
