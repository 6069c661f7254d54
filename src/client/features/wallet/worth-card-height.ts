/** The card has this height before it is loaded and in each of its states, in both languages and at all widths. */
export const WORTH_CARD_HEIGHT = '37rem'
