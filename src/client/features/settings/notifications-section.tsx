import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { QueryPlaceholder } from '#client/ui/query-view.tsx'
import { Section } from '#client/ui/section.tsx'
import { showToast } from '#client/ui/toasts.ts'
import { useSentenceOf } from '#client/ui/use-sentence-of.ts'
import { ChannelTable } from './channel-table.tsx'
import { type Preferences, preferencesQuery, useSetPreferences } from './notification-preferences.queries.ts'
import { PushRow } from './push-row.tsx'
import { QuietHoursFields } from './quiet-hours-fields.tsx'

/** The channels of each topic, the quiet hours, and the text on a locked screen. Each choice is stored immediately. */
export function NotificationsSection() {
  const { t } = useTranslation('notifications')
  const query = useQuery(preferencesQuery())
  return (
    <chakra.div id="notifications" scrollMarginTop="5rem">
      <Section title={t('preferences.title')} note={t('preferences.note')}>
        {query.data ? (
          <Choices preferences={query.data.baseDTO} />
        ) : (
          <QueryPlaceholder query={query} rows={4} height="2.75rem" />
        )}
      </Section>
    </chakra.div>
  )
}

function Choices({ preferences }: { preferences: Preferences }) {
  const { t } = useTranslation('notifications')
  const sentenceOf = useSentenceOf()
  const set = useSetPreferences()
  const sayKept = () => showToast({ tone: 'success', title: t('preferences.kept') })
  return (
    <chakra.div display="grid" gap="5">
      {set.isError && <Notice tone="error">{sentenceOf(set.error)}</Notice>}
      <PushRow />
      <ChannelTable choices={preferences.choices} onChoose={(choice) => set.mutate({ choices: [choice] })} />
      <QuietHoursFields
        hours={preferences.quietHours}
        onChange={(quietHours) => set.mutate({ quietHours }, { onSuccess: sayKept })}
      />
      <Checkbox checked={preferences.showsAmounts} onChange={(showsAmounts) => set.mutate({ showsAmounts })}>
        {t('preferences.amounts')}
      </Checkbox>
    </chakra.div>
  )
}
