/** Area codes of Iran's provinces, without the leading 0. */
const AREA_CODES = '11 13 17 21 23 24 25 26 28 31 34 35 38 41 44 45 51 54 56 58 61 66 71 74 76 77 81 83 84 86 87'.split(
  ' ',
)

/** An area code, with or without its 0, and a number; or the eight digits of the number alone. */
const SPELLING = /^0?([1-9]\d)[1-9]\d{7}$/
const NUMBER_ALONE = /^[1-9]\d{7}$/

/** Whether a landline can exist. */
export function isTelephoneOfIran(digits: string): boolean {
  const area = SPELLING.exec(digits)?.[1]
  return area === undefined ? NUMBER_ALONE.test(digits) : AREA_CODES.includes(area)
}
