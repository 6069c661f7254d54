/** Names that are not written as a capital and small letters. */
const WRITTEN_OTHERWISE: Readonly<Record<string, string>> = { IOS: 'iOS', MACOS: 'macOS', SAMSUNG: 'Samsung Internet' }

/**
 * The proper name of a system or a browser: CHROME becomes Chrome; a name that is not all capitals was chosen by its owner and stays.
 * `undefined` if none is known.
 */
export function deviceName(text: string): string | undefined {
  if (text === 'UNKNOWN' || text === 'OTHER') return undefined
  return WRITTEN_OTHERWISE[text] ?? (/^[A-Z]+$/.test(text) ? text.charAt(0) + text.slice(1).toLowerCase() : text)
}
