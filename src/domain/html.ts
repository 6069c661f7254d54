const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const NAMES = new Map(Object.entries(SIGNS).map(([sign, name]) => [name, sign]))

/** Text as HTML, also within an attribute in quotes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => SIGNS[sign] ?? sign)

/** The words of sanitised HTML, without its markup. */
export const textOfHtml = (html: string): string =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(?:amp|lt|gt|quot|#39);/g, (name) => NAMES.get(name) ?? name)
    .replace(/\s+/g, ' ')
    .trim()
