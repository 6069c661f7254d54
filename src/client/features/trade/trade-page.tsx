import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { CircleSlash, Keyboard, SearchX } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { coinsQuery } from '#client/entities/coin/coins.queries.ts'
import { isRefusal } from '#client/lib/call-api.ts'
import { shownMarket } from '#client/lib/live.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { IconButton } from '#client/ui/icon-button.tsx'
import { ButtonLink, SkipLink } from '#client/ui/link.tsx'
import { besideKeyboard } from '#client/ui/media.ts'
import { QueryPlaceholder } from '#client/ui/query-view.tsx'
import { showDate } from '#client/ui/show-date.ts'
import { SkeletonRows } from '#client/ui/skeleton.tsx'
import { useWide } from '#client/ui/use-wide.ts'
import { BookOrTrades } from './book-or-trades.tsx'
import { ChartButton, ChartFold, LANDSCAPE, useTablet } from './chart-fold.tsx'
import { type MarketDetails, marketDetailsQuery } from './market.queries.ts'
import { type MarketPath, marketSymbol } from './market-path.ts'
import { MyOrders } from './my-orders.tsx'
import { OrderDesk } from './order-desk.tsx'
import { focusOrderForm, ORDER_FORM_ID, OrderForm } from './order-form.tsx'
import { ArrangementMenu, Terminal } from './terminal.tsx'
import { TickersButton } from './ticker-choice.tsx'
import { TitleBar } from './title-bar.tsx'
import { useMarketRules } from './use-order-form.ts'

const TradeKeys = lazy(() => import('./trade-keys.tsx'))

/** The trade page of one market: price, book, trades, and the user's own orders. */
export function TradePage({ path }: { path: MarketPath }) {
  const { t } = useTranslation('trade')
  const market = marketSymbol(path)
  const details = useQuery(marketDetailsQuery(market))
  const isKnown = details.data !== undefined
  useEffect(() => {
    if (!isKnown) return
    shownMarket.set(() => market)
    return () => shownMarket.set((shown) => (shown === market ? undefined : shown))
  }, [market, isKnown])
  const coins = useQuery(coinsQuery())
  const rules = useMarketRules(market)
  const wide = useWide()
  const [listed, setListed] = useState(false)
  if (isRefusal(details.error, 'MARKET_NOT_FOUND')) return <NoMarket why="unknown" />
  if (details.data && !details.data.active)
    return (
      <Page>
        <TitleBar path={path} />
        <NoMarket why="inactive" state={details.data.state} />
        <MyOrders path={path} />
      </Page>
    )
  const Layout = wide ? Terminal : TradeStack
  return (
    <Page>
      {rules && (
        <SkipLink
          href={`#${ORDER_FORM_ID}`}
          onClick={(event) => {
            event.preventDefault()
            focusOrderForm()
          }}
        >
          {t('form.skip')}
        </SkipLink>
      )}
      <TitleBar path={path}>
        {wide ? (
          <>
            <TickersButton />
            <IconButton
              label={t('keys.title')}
              icon={<Keyboard size={20} aria-hidden="true" />}
              onClick={() => setListed(true)}
            />
            <ArrangementMenu />
          </>
        ) : (
          <ChartButton />
        )}
      </TitleBar>
      {/* The words of the desk are requested once the rules are there: without a boundary the title would disappear until they come. */}
      <Suspense fallback={<SkeletonRows rows={8} />}>
        {rules ? (
          <OrderDesk key={market} path={path} rules={rules}>
            <Layout path={path} />
            <Suspense>{wide && <TradeKeys rules={rules} listed={listed} onList={setListed} />}</Suspense>
          </OrderDesk>
        ) : (
          <QueryPlaceholder query={details.data ? coins : details} rows={8} />
        )}
      </Suspense>
    </Page>
  )
}

/** The whole width of the window, with narrow edges. */
const Page = chakra('div', {
  base: {
    display: 'grid',
    gap: { base: '2', lg: '1.5' },
    gridTemplateColumns: 'minmax(0, 1fr)',
    paddingInline: { base: 'min(0.875rem, 2.5vw)', lg: '1.5' },
    paddingTop: { lg: '1.5' },
  },
})

type NoMarketProps = { why: 'unknown' | 'inactive'; state?: MarketDetails['state'] }

/** Shown for an unknown market and for a closed one, with the reason and the opening time if known. */
export function NoMarket({ why, state }: NoMarketProps) {
  const { t } = useTranslation('trade')
  const language = useLanguage()
  const reason = state?.reason?.[language] ?? t(`closed.${why}.text`)
  const opens = state?.opensAt && t('closed.opens', { time: showDate(new Date(state.opensAt), language, 'date-time') })
  return (
    <EmptyState
      heading={why === 'unknown'}
      icon={why === 'unknown' ? <SearchX size={24} /> : <CircleSlash size={24} />}
      title={t(`closed.${why}.title`)}
      text={
        <>
          {reason}
          {opens && <br />}
          {opens}
        </>
      }
      action={<ButtonLink to="/markets">{t('closed.markets')}</ButtonLink>}
    />
  )
}

/**
 * The phone layout: the chart folded to a line, the form on the thumb's side with the book beside it, and the user's orders below. With large letters
 * the book moves below the form.
 */
function TradeStack({ path }: { path: MarketPath }) {
  const isTablet = useTablet()
  return (
    <>
      <Upper>
        <ChartFold path={path} />
        <chakra.div containerType="inline-size">
          <chakra.div
            display="grid"
            columnGap="2.5"
            rowGap="4"
            alignItems="start"
            gridTemplateColumns="repeat(auto-fit, minmax(min(100%, 8.75rem), 1fr))"
            css={THUMB_FORM}
          >
            <OrderForm path={path} />
            {/* The form stays at the right hand in both directions of writing. */}
            <chakra.div minWidth="0" _ltr={{ '@container (min-width: 18rem)': { order: '-1' } }}>
              {isTablet ? <BookOrTrades path={path} /> : <BookOrTrades path={path} rows={PHONE_ROWS} narrow />}
            </chakra.div>
          </chakra.div>
        </chakra.div>
      </Upper>
      <MyOrders path={path} />
    </>
  )
}

/** Chart above form and book; on a phone that lies on its side, the chart next to them. */
const Upper = chakra('div', {
  base: {
    display: 'grid',
    gap: '2',
    gridTemplateColumns: 'minmax(0, 1fr)',
    alignItems: 'start',
    [`@media ${LANDSCAPE}`]: {
      gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 23rem)',
    },
  },
})

/** Once an amount is there, the button of the form stays above the bottom bar while the form's end is below the screen. No field shines through it. */
const THUMB_FORM = {
  // A field that takes the focus is scrolled clear of the button.
  '& form[data-begun] input': { scrollMarginBottom: '9.5rem', ...besideKeyboard({ scrollMarginBottom: '5rem' }) },
  '& form[data-begun] > button[type=submit]': {
    position: 'sticky',
    bottom: 'calc(4.5rem + env(safe-area-inset-bottom))',
    zIndex: '1',
    ...besideKeyboard({ bottom: '2' }),
    _disabled: {
      opacity: '1',
      backgroundImage: 'linear-gradient(color-mix(in srgb, var(--k-colors-surface) 50%, transparent) 0 0)',
    },
  },
} as const

/** Levels of each side beside the form. */
const PHONE_ROWS = 6
