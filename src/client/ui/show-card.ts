/** A card number in groups of four, upright in both directions of writing. */
export function showCard(cardNumber: string): string {
  return `\u2066${cardNumber.replace(/(.{4})(?=.)/g, '$1-')}\u2069`
}
