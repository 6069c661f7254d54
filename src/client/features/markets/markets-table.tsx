import { chakra } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import type { MarketRow } from '#client/lib/markets.queries.ts'
import type { QuoteUnit } from '#client/lib/quote-unit.ts'
import { useCoins } from '#client/lib/use-coins.ts'
import { CoinIcon } from '#client/ui/coin-icon.tsx'
import { figureColumn, tableFigures } from '#client/ui/figures.ts'
import { finest } from '#client/ui/finest.ts'
import { FlashingPrice } from '#client/ui/flashing-price.tsx'
import { PlainLink } from '#client/ui/link.tsx'
import { PriceChange } from '#client/ui/price-change.tsx'
import { Sparkline } from '#client/ui/sparkline.tsx'

const Cell = chakra('td', {
  base: { paddingBlock: '3', paddingInline: { base: '1', md: '3' }, verticalAlign: 'middle' },
})
const Head = chakra('th', {
  base: {
    paddingBlock: '2',
    paddingInline: { base: '1', md: '3' },
    fontSize: 'xs',
    fontWeight: 'medium',
    color: 'fg.muted',
    textAlign: 'start',
    whiteSpace: 'nowrap',
  },
})

/** Small phones, and large letters, have no room for it beside a price of twelve digits. */
const hideOnNarrow = { '@media (max-width: 24rem)': { display: 'none' } }
const hideOnNarrowest = { '@media (max-width: 18rem)': { display: 'none' } }

type MarketsTableProps = { rows: readonly MarketRow[]; unit: QuoteUnit; caption: string }

/** One row a market. The whole row leads to its trade page; a phone shows price and change under each other. */
export function MarketsTable({ rows, unit, caption }: MarketsTableProps) {
  const { t } = useTranslation('markets')
  const { unitOf } = useCoins()
  return (
    <chakra.table width="full" borderCollapse="collapse" css={tableFigures}>
      <chakra.caption srOnly>{caption}</chakra.caption>
      <thead>
        <chakra.tr borderBottomWidth="1px" borderColor="line">
          <Head scope="col">{t('columns.coin')}</Head>
          <Head scope="col" textAlign={{ base: 'center', md: 'start' }} css={hideOnNarrow}>
            {t('columns.week')}
          </Head>
          <Head scope="col" {...figureColumn}>
            {t('columns.price', { unit: unitOf(unit) })}
          </Head>
          <Head scope="col" display={{ base: 'none', md: 'table-cell' }} {...figureColumn}>
            {t('columns.change')}
          </Head>
        </chakra.tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <OneMarket key={row.marketType} row={row} />
        ))}
      </tbody>
    </chakra.table>
  )
}

function OneMarket({ row }: { row: MarketRow }) {
  const { t } = useTranslation('markets')
  const { coinOf, nameOf } = useCoins()
  const { relatedCoin, sourceCoin, lastPrice, last24HoursChange, lastWeekData } = row
  return (
    <chakra.tr
      position="relative"
      borderBottomWidth="1px"
      borderColor="line"
      transition="background-color 140ms"
      _hover={{ bg: 'hover', '& img': { transform: 'scale(1.9)', boxShadow: 'lifted' } }}
      _last={{ borderBottomWidth: '0' }}
    >
      <Cell>
        <chakra.div
          display="flex"
          alignItems="center"
          gap={{ base: '2.5', md: '3' }}
          css={{ '& img': { transition: 'transform 180ms' } }}
        >
          <chakra.span flexShrink="0" css={hideOnNarrowest}>
            <CoinIcon symbol={relatedCoin} size={32} />
          </chakra.span>
          <chakra.div minWidth="0">
            <PlainLink
              to="/profile/trade/$tradeTo/$tradeFrom"
              params={{ tradeTo: sourceCoin, tradeFrom: relatedCoin }}
              aria-label={t('trade', { name: nameOf(relatedCoin) })}
              display="block"
              fontWeight="semibold"
              lineHeight="snug"
              _before={{ content: '""', position: 'absolute', inset: '0' }}
            >
              {nameOf(relatedCoin)}
            </PlainLink>
            <chakra.span fontSize="xs" color="fg.muted">
              {coinOf(relatedCoin)?.code ?? relatedCoin}
            </chakra.span>
          </chakra.div>
        </chakra.div>
      </Cell>
      <Cell textAlign={{ base: 'center', md: 'start' }} css={hideOnNarrow}>
        <chakra.span display="inline-block" css={{ '& svg': { width: { base: '3rem', md: '6rem' } } }}>
          <Sparkline points={lastWeekData} />
        </chakra.span>
      </Cell>
      <Cell {...figureColumn}>
        <chakra.div fontWeight="semibold" fontSize={{ base: 'sm', sm: 'md' }} whiteSpace="nowrap">
          <FlashingPrice value={lastPrice} fractionMin={finest([lastPrice, ...lastWeekData])} />
        </chakra.div>
        <chakra.div display={{ md: 'none' }} fontSize="xs" marginTop="0.5">
          <PriceChange percent={last24HoursChange} />
        </chakra.div>
      </Cell>
      <Cell display={{ base: 'none', md: 'table-cell' }} {...figureColumn}>
        <PriceChange percent={last24HoursChange} plate />
      </Cell>
    </chakra.tr>
  )
}
