import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { CalendarSync, Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { unitsOf } from '#client/entities/market/quote-unit.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { useOwnTitle } from '#client/lib/own-title.ts'
import { Card } from '#client/ui/card.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { PageHeading } from '#client/ui/page-heading.tsx'
import { QueryView } from '#client/ui/query-view.tsx'
import { ServerButton } from '#client/ui/server-button.tsx'
import { RECURRING_BUYS_MAX } from '#domain/recurring-buy.ts'
import { PlanCard } from './plan-card.tsx'
import { coinsOf, newPlanForm, type PlanForm } from './plan-form.logic.ts'
import { PlanSheet } from './plan-sheet.tsx'
import { type RecurringBuy, recurringBuysQuery } from './recurring.queries.ts'

/** A new plan, or the one that is changed, with the form that it begins with. */
interface Editing {
  readonly plan?: RecurringBuy
  readonly form: PlanForm
}

/** The user's recurring buys. @param market "GOLD_TOMAN": a link asks for a plan of this market */
export function RecurringPage({ market }: { market?: string | undefined }) {
  const { t } = useTranslation('recurring')
  const language = useLanguage()
  useOwnTitle(t('pageTitle'))
  const query = useQuery(recurringBuysQuery())
  const blank = (marketType: string) =>
    newPlanForm({ ...coinsOf(marketType), calendar: language === 'fa' ? 'JALALI' : 'GREGORIAN' })
  const [editing, setEditing] = useState<Editing | undefined>(
    market === undefined ? undefined : { form: blank(market) },
  )
  const add = () => setEditing({ form: blank(`GOLD_${unitsOf(language)[0]}`) })
  const plans = query.data?.content
  const newButton = (
    <ServerButton icon={<Plus size={18} aria-hidden="true" />} onClick={add}>
      {t('add')}
    </ServerButton>
  )
  return (
    <chakra.div maxWidth="48rem" display="grid" gap="4" gridTemplateColumns="minmax(0, 1fr)">
      <PageHeading
        title={t('title')}
        text={t('lead')}
        aside={plans && plans.length > 0 && plans.length < RECURRING_BUYS_MAX && newButton}
      />
      <QueryView
        query={query}
        data={plans}
        rows={3}
        height="9rem"
        empty={
          <Card>
            <EmptyState
              icon={<CalendarSync size={26} />}
              title={t('empty.title')}
              text={t('empty.text')}
              action={newButton}
            />
          </Card>
        }
      >
        {(loaded) => (
          <chakra.ul display="grid" gap="4">
            {loaded.map((plan) => (
              <li key={plan.id}>
                <PlanCard plan={plan} onChange={(form) => setEditing({ plan, form })} />
              </li>
            ))}
          </chakra.ul>
        )}
      </QueryView>
      {editing && <PlanSheet plan={editing.plan} first={editing.form} onClose={() => setEditing(undefined)} />}
    </chakra.div>
  )
}
