import type { KnownNetwork } from '#domain/networks.ts'

interface Explorer {
  /** The chain that it shows, as custody names it. */
  readonly chain: string
  /** The address of a transaction's page, without its id. */
  readonly transaction: string
}

/** A public explorer of each real chain. */
const EXPLORERS: Readonly<Partial<Record<KnownNetwork, Explorer>>> = {
  ERC20: { chain: '1', transaction: 'https://etherscan.io/tx/' },
  BEP20: { chain: '56', transaction: 'https://bscscan.com/tx/' },
  POLYGON: { chain: '137', transaction: 'https://polygonscan.com/tx/' },
  TRC20: {
    chain: '00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc',
    transaction: 'https://tronscan.org/#/transaction/',
  },
  XRP: { chain: '0', transaction: 'https://livenet.xrpl.org/transactions/' },
  XLM: {
    chain: 'Public Global Stellar Network ; September 2015',
    transaction: 'https://stellar.expert/explorer/public/tx/',
  },
  BTC: {
    chain: '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f',
    transaction: 'https://mempool.space/tx/',
  },
  BCH: {
    // Its blocks are Bitcoin's up to August 2017.
    chain: '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f',
    transaction: 'https://blockchair.com/bitcoin-cash/transaction/',
  },
  LTC: {
    chain: '12a765e31ffd4059bada1e25190f6e98c99d9714d334efa41a195a7e7e04bfe2',
    transaction: 'https://litecoinspace.org/tx/',
  },
  DOGE: {
    chain: '1a91e3dace36e2be3bf030a65679fe821aa1d6ef92e7c9902eb318182c355691',
    transaction: 'https://dogechain.info/tx/',
  },
}

/** The explorer of transactions of a chain; `undefined` for a chain of development. */
export function explorerOf({ network, chain }: { network: KnownNetwork; chain: string }): string | undefined {
  const explorer = EXPLORERS[network]
  return explorer?.chain === chain ? explorer.transaction : undefined
}
