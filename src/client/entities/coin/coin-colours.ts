/** Each is close to the coin's own brand, and easy to tell apart in both themes. */
const COLOURS: Readonly<Record<string, string>> = {
  TOMAN: '#1F7A5C',
  TETHER: '#53C7A5',
  GOLD: '#E3B14A',
  BITCOIN: '#F7931A',
  ETHEREUM: '#627EEA',
  BINANCE_COIN_BSC: '#F0D000',
  RIPPLE: '#8A98AD',
  TRON: '#E0474C',
  DOGE_COIN: '#B59A3A',
  LITE_COIN: '#4E8FD9',
  BITCOIN_CASH: '#8DC351',
  DASH: '#1C9BE6',
  CLASSIC_ETHEREUM: '#3AB83A',
  STELLAR: '#6E7D95',
  MATIC: '#8F5AE8',
  CELO: '#35D07F',
  ELROND: '#2C9CA6',
}

/** For coins missing in the table: a symbol gets the same colour on every device. */
const OTHERS = ['#B57BE8', '#F2815F', '#E06C9F', '#5B8DEF', '#A3785B', '#5FA8A0']

/** The colour of a coin, wherever the coin is shown in colour. */
export function coinColour(symbol: string): string {
  const sum = [...symbol].reduce((total, letter) => (total * 31 + (letter.codePointAt(0) ?? 0)) % 65_536, 0)
  return COLOURS[symbol] ?? OTHERS[sum % OTHERS.length] ?? '#6E7D95'
}

/** The darker end of the gradient of a coin's part. */
export function coinShade(symbol: string): string {
  return `color-mix(in srgb, ${coinColour(symbol)}, #000 22%)`
}
