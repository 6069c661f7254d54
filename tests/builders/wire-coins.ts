import type { getCoinDetails, getTomanPrices } from '#contract/coins.ts'
import type { Reply } from '#contract/endpoint.ts'

type WireCoin = Reply<typeof getCoinDetails>['content'][number]

const coin = (name: string, differences: Partial<WireCoin>): WireCoin => ({
  name,
  code: name,
  persianName: name,
  englishName: name,
  decimals: 8,
  precision: 8,
  minAmountExchange: '0',
  maxAmountExchange: '1000000',
  minAmount: '0',
  maxAmount: '1000000',
  withdrawalFee: '0',
  transferFee: '0',
  depositEnable: false,
  withdrawEnable: false,
  tokenTypeDetails: [],
  ...differences,
})

/** Toman, gold and Bitcoin in the form of the wire. */
export const WIRE_COINS: Reply<typeof getCoinDetails> = {
  content: [
    coin('TOMAN', {
      code: 'TMN',
      depositEnable: true,
      persianName: 'تومان',
      englishName: 'Toman',
      decimals: 6,
      precision: 0,
      minDepositAmount: '10000',
      maxDepositAmount: '100000000',
    }),
    coin('TETHER', { code: 'USDT', persianName: 'تتر', englishName: 'Tether', decimals: 6, precision: 2 }),
    coin('GOLD', {
      persianName: 'طلای ۱۸ عیار',
      englishName: 'Gold 18K',
      precision: 3,
      minAmountExchange: '0.1',
      maxAmountExchange: '1000',
    }),
    coin('BITCOIN', { code: 'BTC', persianName: 'بیت‌کوین', englishName: 'Bitcoin' }),
  ],
}

/** The quick-trade prices of a gram of gold and a Bitcoin; the sell price is 1 % less. */
export function wirePrices(gold: bigint): Reply<typeof getTomanPrices> {
  const row = (destCoinSymbol: string, price: bigint) => ({
    destCoinSymbol,
    sourceCoinSymbol: 'TOMAN',
    buyPrice: `${price}`,
    sellPrice: `${(price * 99n) / 100n}`,
    price24hrChangePercent: '1.2',
  })
  return {
    baseDTO: { at: new Date().toISOString(), stale: false },
    content: [row('GOLD', gold), row('BITCOIN', 6_500_000_000n)],
  }
}

const network = (tokenType: string, differences: Partial<WireCoin['tokenTypeDetails'][number]> = {}) => ({
  tokenType,
  ...{ withdrawalFee: '0.001', minWithdraw: '0.005', maxWithdraw: '50' },
  ...{ withdrawEnable: true, isDepositEnable: true, txIdIsNeeded: false },
  ...differences,
})

/** The same with ether of 18 decimals, which leaves over two networks, and Bitcoin, which leaves over one. */
export const SENDING_COINS: Reply<typeof getCoinDetails> = {
  content: [
    ...WIRE_COINS.content.filter(({ name }) => name !== 'BITCOIN'),
    coin('BITCOIN', {
      code: 'BTC',
      persianName: 'بیت‌کوین',
      englishName: 'Bitcoin',
      tokenTypeDetails: [network('BTC', { withdrawalFee: '0.0002', minWithdraw: '0.001', isDepositEnable: false })],
    }),
    coin('ETHEREUM', {
      code: 'ETH',
      persianName: 'اتریوم',
      englishName: 'Ethereum',
      decimals: 18,
      precision: 18,
      tokenTypeDetails: [
        network('ERC20'),
        network('BEP20', { withdrawalFee: '0.0001' }),
        network('POLYGON', { withdrawEnable: false }),
      ],
    }),
  ],
}

/** The same with XRP, whose addresses have tags. */
export const TAGGED_COINS: Reply<typeof getCoinDetails> = {
  content: [
    ...SENDING_COINS.content,
    coin('RIPPLE', {
      code: 'XRP',
      persianName: 'ریپل',
      englishName: 'XRP',
      tokenTypeDetails: [network('XRP', { withdrawalFee: '0.2', minWithdraw: '1', maxWithdraw: '1000' })],
    }),
  ],
}
