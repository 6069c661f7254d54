import bch from 'cryptocurrency-icons/svg/color/bch.svg?no-inline'
import bnb from 'cryptocurrency-icons/svg/color/bnb.svg?no-inline'
import btc from 'cryptocurrency-icons/svg/color/btc.svg?no-inline'
import dash from 'cryptocurrency-icons/svg/color/dash.svg?no-inline'
import doge from 'cryptocurrency-icons/svg/color/doge.svg?no-inline'
import etc from 'cryptocurrency-icons/svg/color/etc.svg?no-inline'
import eth from 'cryptocurrency-icons/svg/color/eth.svg?no-inline'
import ltc from 'cryptocurrency-icons/svg/color/ltc.svg?no-inline'
import matic from 'cryptocurrency-icons/svg/color/matic.svg?no-inline'
import trx from 'cryptocurrency-icons/svg/color/trx.svg?no-inline'
import usdt from 'cryptocurrency-icons/svg/color/usdt.svg?no-inline'
import xlm from 'cryptocurrency-icons/svg/color/xlm.svg?no-inline'
import xrp from 'cryptocurrency-icons/svg/color/xrp.svg?no-inline'
import celo from '../../../domain/coin-images/celo.svg?no-inline'
import egld from '../../../domain/coin-images/egld.svg?no-inline'
import gold from '../../../domain/coin-images/gold.svg?no-inline'
import toman from '../../../domain/coin-images/toman.svg?no-inline'

/** The URL of each coin's picture, by the symbol of the wire. The pictures are separate files, so they add nothing to the bundle. */
const COIN_PICTURES: Readonly<Record<string, string>> = {
  GOLD: gold,
  TOMAN: toman,
  TETHER: usdt,
  BITCOIN: btc,
  BITCOIN_CASH: bch,
  ETHEREUM: eth,
  CLASSIC_ETHEREUM: etc,
  BINANCE_COIN_BSC: bnb,
  CELO: celo,
  DASH: dash,
  DOGE_COIN: doge,
  ELROND: egld,
  LITE_COIN: ltc,
  MATIC: matic,
  RIPPLE: xrp,
  STELLAR: xlm,
  TRON: trx,
}

const RING = { borderRadius: '999px', flexShrink: 0 }
const LETTER = {
  display: 'inline-grid',
  placeItems: 'center',
  border: '1px solid var(--k-colors-gold-line)',
  color: 'var(--k-colors-gold)',
  fontWeight: 700,
}

/** A coin's picture; without a picture, its first letter in a ring. The coin's name is always shown next to it. */
export function CoinIcon({ symbol, size = 32 }: { symbol: string; size?: number }) {
  const picture = COIN_PICTURES[symbol]
  if (picture)
    return <img src={picture} alt="" style={{ ...RING, width: size, height: size }} loading="lazy" decoding="async" />
  return (
    <span
      aria-hidden="true"
      style={{ ...RING, ...LETTER, width: size, height: size, fontSize: Math.round(size / 2.4) }}
    >
      {symbol.charAt(0)}
    </span>
  )
}
