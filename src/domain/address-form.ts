const EVM = /^0x[0-9a-f]{40}$/i
const FORMS: Readonly<Record<string, RegExp>> = {
  ...{ ERC20: EVM, BEP20: EVM, POLYGON: EVM, ETC: EVM, CELO: EVM },
  TRC20: /^T[1-9A-HJ-NP-Za-km-z]{33}$/,
}
/** No network has shorter addresses, or other letters. */
const ANY = /^[0-9a-z:]{20,120}$/i

/** Whether a text looks like an address of this network, before custody reads its checksum: a slip is said at the field in which it is typed. */
export const hasAddressForm = (network: string, text: string): boolean => (FORMS[network] ?? ANY).test(text)
