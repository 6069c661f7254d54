import { chakra } from '@chakra-ui/react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CoinIcon } from '#client/entities/coin/coin-icon.tsx'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { Card } from '#client/ui/card.tsx'
import { ConfirmMutation } from '#client/ui/confirm-sheet.tsx'
import { ServerButton } from '#client/ui/server-button.tsx'
import { nextDue } from '#domain/recurring-buy.ts'
import { coinsOf, formOfPlan, type PlanForm } from './plan-form.logic.ts'
import { PlanRuns } from './plan-runs.tsx'
import { changePlan, type RecurringBuy, removePlan, useRefreshPlans } from './recurring.queries.ts'
import { usePlanWords } from './use-plan-words.ts'

type Act = 'pause' | 'resume' | 'remove'

/** A plan: what it buys and when, what comes next, and what its user can do with it. */
export function PlanCard({ plan, onChange }: { plan: RecurringBuy; onChange: (form: PlanForm) => void }) {
  const { t } = useTranslation('recurring')
  const language = useLanguage()
  const words = usePlanWords()
  const [act, setAct] = useState<Act>()
  const [showsRuns, setShowsRuns] = useState(false)
  const { coin, unit } = coinsOf(plan.marketType)
  const { rhythm, total, ceiling } = plan
  const calendar = rhythm.kind === 'MONTHLY' ? rhythm.calendar : language === 'fa' ? 'JALALI' : 'GREGORIAN'
  const goesOn = plan.state === 'ACTIVE'
  return (
    <Card display="grid" gap="4" gridTemplateColumns="minmax(0, 1fr)">
      <chakra.div display="flex" gap="3" alignItems="flex-start">
        <CoinIcon symbol={coin} size={36} />
        <chakra.div display="grid" gap="1" minWidth="0" css={{ '& *': { overflowWrap: 'anywhere' } }}>
          <chakra.h2 fontWeight="bold" lineHeight="snug">
            {words.name(plan)}
          </chakra.h2>
          <chakra.p fontSize="sm">{t('each', { total: words.total(total, plan) })}</chakra.p>
          <chakra.p fontSize="sm" color="fg.muted">
            {words.rhythm(rhythm)}
          </chakra.p>
          {ceiling !== null && (
            <chakra.p fontSize="sm" color="fg.muted">
              {t('ceilingIs', { price: words.price(ceiling, plan) })}
            </chakra.p>
          )}
          <chakra.p fontSize="sm" fontWeight="semibold" color={STATE_COLOUR[plan.state]}>
            {words.state(plan)}
          </chakra.p>
        </chakra.div>
      </chakra.div>
      <chakra.div display="flex" flexWrap="wrap" gap="2">
        <Act onPress={() => onChange(formOfPlan({ coin, unit, calendar }, plan))}>{t('change')}</Act>
        <Act onPress={() => setAct(goesOn ? 'pause' : 'resume')}>{t(goesOn ? 'pause.action' : 'resume.action')}</Act>
        <Act onPress={() => setShowsRuns(true)}>{t('runs.action')}</Act>
        <Act onPress={() => setAct('remove')}>{t('remove.action')}</Act>
      </chakra.div>
      {act && <ActSheet act={act} plan={plan} onClose={() => setAct(undefined)} />}
      {showsRuns && <PlanRuns plan={plan} onClose={() => setShowsRuns(false)} />}
    </Card>
  )
}

const STATE_COLOUR = { ACTIVE: 'gold', PAUSED: 'fg.muted', STOPPED: 'sell' } as const

const Act = ({ onPress, children }: { onPress: () => void; children: ReactNode }) => (
  <ServerButton brief size="sm" variant="quiet" onClick={onPress}>
    {children}
  </ServerButton>
)

/** Asks before a plan is paused, resumed or removed. */
function ActSheet({ act, plan, onClose }: { act: Act; plan: RecurringBuy; onClose: () => void }) {
  const { t } = useTranslation('recurring')
  const { nameOf } = useCoins()
  const { when } = usePlanWords()
  const refresh = useRefreshPlans()
  const { id, total, ceiling, rhythm, marketType } = plan
  const terms = { total, rhythm, ...(ceiling !== null && { ceiling }) }
  const run = () =>
    act === 'remove' ? removePlan(id) : changePlan({ id, body: { ...terms, paused: act === 'pause' } })
  return (
    <ConfirmMutation
      title={t(`${act}.title`, { coin: nameOf(coinsOf(marketType).coin) })}
      yes={t(`${act}.action`)}
      no={t('back')}
      variant={act === 'remove' ? 'danger' : 'primary'}
      done={t(`${act}.done`)}
      act={async () => {
        try {
          return await run()
        } finally {
          await refresh()
        }
      }}
      onClose={onClose}
    >
      <p>{t(`${act}.text`, { when: when(nextDue(rhythm, new Date())) })}</p>
    </ConfirmMutation>
  )
}
