import { chakra } from '@chakra-ui/react'
import { useMutation } from '@tanstack/react-query'
import { Download, SlidersHorizontal, X } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { callApi } from '#client/lib/call-api.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { saveBlob } from '#client/lib/save-blob.ts'
import { Button } from '#client/ui/button.tsx'
import { showDate } from '#client/ui/show-date.ts'
import { showDecimal } from '#client/ui/show-decimal.ts'
import { showToast } from '#client/ui/toasts.ts'
import { useSentenceOf } from '#client/ui/use-sentence-of.ts'
import { exportDeposits, exportLogins, exportOrders, exportTrades, exportWithdrawals } from '#contract/own-files.ts'
import {
  activeFields,
  coinDepositQueryOf,
  coinsOfMarket,
  coinWithdrawalQueryOf,
  depositQueryOf,
  type FilterProps,
  type HistoryFilter,
  type HistoryTab,
  loginQueryOf,
  orderQueryOf,
  paymentName,
  tradeQueryOf,
  withdrawalQueryOf,
} from './history-filter.ts'

const FilterSheet = lazy(() => import('./filter-sheet.tsx'))

/** The filters of a list: a button with their number that opens them in a sheet, a chip for each that takes it off, and the list as a file. */
export function HistoryFilters({ tab, filter, onFilter }: FilterProps) {
  const { t } = useTranslation('history')
  const language = useLanguage()
  const [open, setOpen] = useState(false)
  const nameOf = useFilterNames(tab)
  const active = activeFields(tab, filter)
  const count = active.length > 0 ? ` (${showDecimal(String(active.length), language)})` : ''
  return (
    <chakra.div display="flex" flexWrap="wrap" alignItems="center" gap="2">
      <Button
        size="sm"
        variant="quiet"
        icon={<SlidersHorizontal size={16} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        {t('filter.title')}
        {count}
      </Button>
      {active.length > 0 && (
        <chakra.div
          // Below the two buttons on a phone, between them where there is space.
          flexBasis={{ base: 'full', lg: 'auto' }}
          order={{ base: '1', lg: '0' }}
          display="flex"
          flexWrap="wrap"
          gap="2"
        >
          {active.map((field) => (
            <Chip
              key={field}
              type="button"
              aria-label={t('filter.remove', { filter: nameOf(field, filter) })}
              onClick={() => onFilter({ ...filter, [field]: undefined })}
            >
              <span>{nameOf(field, filter)}</span>
              <X size={14} aria-hidden="true" />
            </Chip>
          ))}
        </chakra.div>
      )}
      <chakra.div marginInlineStart="auto">{FILES[tab] && <ExportButton tab={tab} filter={filter} />}</chakra.div>
      {open && (
        <Suspense>
          <FilterSheet tab={tab} filter={filter} onFilter={onFilter} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </chakra.div>
  )
}

const Chip = chakra('button', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1.5',
    minHeight: 'tap',
    maxWidth: 'full',
    paddingInline: '3',
    borderRadius: 'full',
    borderWidth: '1px',
    borderColor: 'line.strong',
    fontSize: 'xs',
    fontWeight: 'medium',
    textAlign: 'start',
    '& svg': { flexShrink: '0', color: 'fg.muted' },
    _hover: { bg: 'hover' },
  },
})

/** The words of one filter as its chip says them: «از ۱ آذر ۱۴۰۵». */
function useFilterNames(tab: HistoryTab): (field: keyof HistoryFilter, filter: HistoryFilter) => string {
  const { t } = useTranslation('history')
  const language = useLanguage()
  const { nameOf, pairOf } = useCoins()
  const day = (text: string) => showDate(new Date(`${text}T12:00:00Z`), language, 'date')
  return (field, { from, to, side, market, kind, coin, ending, payment }) => {
    const names: Record<keyof HistoryFilter, string | undefined> = {
      from: from && t('filter.since', { day: day(from) }),
      to: to && t('filter.until', { day: day(to) }),
      side: side && t(`filter.side.${side}`),
      market: market && pairOf(coinsOfMarket(market)),
      kind: kind && t(`filter.${kind}`),
      coin: coin && nameOf(coin),
      ending: ending && t(`filter.ending.${ending}`),
      payment: payment && t(paymentName(tab, payment)),
    }
    return names[field] ?? ''
  }
}

/** The file of each list; the transfers of others have none. */
const FILES: Readonly<Partial<Record<HistoryTab, (filter: HistoryFilter) => Promise<unknown>>>> = {
  trades: (filter) => callApi(exportTrades, { query: tradeQueryOf(filter) }),
  orders: (filter) => callApi(exportOrders, { query: orderQueryOf(filter) }),
  deposits: (filter) => callApi(exportDeposits, { query: depositQueryOf(filter) }),
  withdrawals: (filter) => callApi(exportWithdrawals, { query: withdrawalQueryOf(filter) }),
  coinDeposits: (filter) => callApi(exportDeposits, { query: coinDepositQueryOf(filter) }),
  coinWithdrawals: (filter) => callApi(exportWithdrawals, { query: coinWithdrawalQueryOf(filter) }),
  logins: (filter) => callApi(exportLogins, { query: loginQueryOf(filter) }),
}

/** Saves the list as CSV, with the filters that are on. */
function ExportButton({ tab, filter }: Pick<FilterProps, 'tab' | 'filter'>) {
  const { t } = useTranslation('history')
  const sentenceOf = useSentenceOf()
  const { mutate, isPending } = useMutation({
    mutationFn: async () => FILES[tab]?.(filter),
    networkMode: 'always',
    onSuccess: (file) => {
      if (file instanceof Blob) saveBlob(file, `kimia-${tab}.csv`)
    },
    onError: (error) => showToast({ tone: 'error', title: t('export.failed'), text: sentenceOf(error) }),
  })
  return (
    <Button
      size="sm"
      variant="ghost"
      loading={isPending}
      icon={<Download size={16} aria-hidden="true" />}
      aria-label={t('export.label')}
      onClick={() => mutate()}
    >
      {t('export.action')}
    </Button>
  )
}
