/** Told apart by everybody, in both themes; gold comes first because the largest part does. */
const COLOURS = ['#E3B14A', '#5B8DEF', '#2FB8A6', '#B57BE8', '#F2815F', '#6E7D95', '#8BC34A', '#E06C9F']

export function donutColour(index: number): string {
  return COLOURS[index % COLOURS.length] ?? '#6E7D95'
}

/** The lower end of a part's gradient. */
export function donutShade(index: number): string {
  return `color-mix(in srgb, ${donutColour(index)}, #000 22%)`
}
