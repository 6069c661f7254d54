import { chakra } from '@chakra-ui/react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { amountInSentence } from '#client/ui/amount-in-sentence.ts'
import { DateText } from '#client/ui/date-text.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { PageList } from '#client/ui/page-list.tsx'
import { Sheet } from '#client/ui/sheet.tsx'
import { coinsOf } from './plan-form.logic.ts'
import { type RecurringBuy, type RecurringBuyRun, runPagesQuery } from './recurring.queries.ts'
import { usePlanWords } from './use-plan-words.ts'

/** The purchases of a plan, each with its outcome. */
export function PlanRuns({ plan, onClose }: { plan: RecurringBuy; onClose: () => void }) {
  const { t } = useTranslation('recurring')
  const { nameOf } = useCoins()
  const pages = useInfiniteQuery(runPagesQuery(plan.id))
  return (
    <Sheet open title={t('runs.title', { coin: nameOf(coinsOf(plan.marketType).coin) })} onClose={onClose}>
      <PageList pages={pages} rows={4} empty={<EmptyState title={t('runs.empty')} />}>
        {(runs) => (
          <ul>
            {runs.map((run) => (
              <RunRow key={run.id} run={run} plan={plan} />
            ))}
          </ul>
        )}
      </PageList>
    </Sheet>
  )
}

function RunRow({ run, plan }: { run: RecurringBuyRun; plan: RecurringBuy }) {
  const { t } = useTranslation('recurring')
  const language = useLanguage()
  const { unitOf } = useCoins()
  const { outcome, total, price } = usePlanWords()
  const { received, unitPrice } = run
  return (
    <chakra.li
      display="flex"
      justifyContent="space-between"
      flexWrap="wrap"
      columnGap="4"
      paddingBlock="3"
      borderBottomWidth="1px"
      borderColor="line"
      fontSize="sm"
    >
      <chakra.span display="grid" gap="0.5" minWidth="0" css={{ '&, & *': { overflowWrap: 'anywhere' } }}>
        <chakra.span fontWeight="semibold">{outcome(run)}</chakra.span>
        {received !== null && unitPrice !== null && (
          <chakra.span color="fg.muted">
            {t('runs.figures', {
              received: amountInSentence(received, language, { unit: unitOf(coinsOf(plan.marketType).coin) }),
              price: price(unitPrice, plan),
            })}
          </chakra.span>
        )}
      </chakra.span>
      <chakra.span display="grid" gap="0.5" justifyItems="end" color="fg.muted">
        <DateText at={run.atDateTime} />
        {run.total !== null && <span>{total(run.total, plan)}</span>}
      </chakra.span>
    </chakra.li>
  )
}
