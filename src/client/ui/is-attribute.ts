/** What Chakra's factory must keep from the element although it is no style prop: how it is told to draw another one. */
const FOR_THE_FACTORY = new Set(['as', 'asChild', 'theme'])

/**
 * Whether a prop of `chakra.div` goes to the element. The build puts this in the place of `@emotion/is-prop-valid`,
 * which knows the name of every attribute: here nothing but attributes, style props and variants reaches an element.
 */
export default function isAttribute(prop: string): boolean {
  return !FOR_THE_FACTORY.has(prop)
}
