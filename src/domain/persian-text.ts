/** Persian letters, including the hamza forms of Persian words (مسئول، رؤیا، تأمین، جزء). */
const LETTERS = 'ءآأؤئابپتثجچحخدذرزژسشصضطظعغفقکگلمنوهی'
const ONLY_LETTERS = new RegExp(`^[${LETTERS}]+(?: [${LETTERS}]+)*$`)

/** Letters of Arabic keyboards and their Persian equivalents. */
const PERSIAN_FOR: Readonly<Record<string, string>> = {
  ي: 'ی',
  ى: 'ی',
  ك: 'ک',
  ة: 'ه',
  ۀ: 'ه',
  إ: 'ا',
  ٱ: 'ا',
}
const FOREIGN = /[يىكةۀإٱ]/g
const MARKS = /[\u0640\u064B-\u0652\u0670]/g
const SPACES = /[\s\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]+/g

/**
 * Unifies the spelling of different keyboards: Arabic ي and ك become ی and ک, vowel marks and stretching are removed, and any run of spaces
 * and half-spaces (ZWNJ) becomes a single space, so that the same name always compares equal.
 */
export function toPersianText(text: string): string {
  return text
    .normalize('NFKC')
    .replace(FOREIGN, (letter) => PERSIAN_FOR[letter] ?? letter)
    .replace(MARKS, '')
    .replace(SPACES, ' ')
    .trim()
}

/** A name, state or city in Persian letters and spaces; `undefined` if it is empty or contains anything else. */
export function parsePersianName(text: string): string | undefined {
  const name = toPersianText(text)
  return ONLY_LETTERS.test(name) ? name : undefined
}

/** Persian text while it is typed: spelled as Persian keyboards do, with single spaces, including a trailing one. */
export function typePersianText(text: string): string {
  return toPersianText(`${text}.`).slice(0, -1).trimStart()
}
