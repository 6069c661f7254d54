/**
 * Stands in for @pandacss/is-valid-prop, by which Chakra tells style props from others: a list of all CSS properties,
 * 2.4 KB gzipped, that every browser has in it anyway.
 */
const known = document.documentElement.style

export function isCssProperty(prop: string): boolean {
  return prop in known || prop.startsWith('--') || /[&@]/.test(prop)
}
