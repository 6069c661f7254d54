import { chakra } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { DateText } from '#client/ui/date-text.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { ADMINS_MIN } from '#domain/operator-rights.ts'
import type { Overview } from './overview.queries.ts'

/** Tells all operators which of them were stopped, and warns if there is only one admin. */
export function AccessNotice({ access: { stopped, admins } }: { access: Overview['access'] }) {
  const { t } = useTranslation('safety')
  const isAlone = admins < ADMINS_MIN
  if (stopped.length === 0 && !isAlone) return null
  return (
    <chakra.div marginBlockEnd="4">
      <Notice tone="warning" title={t(isAlone ? 'operators.alone.title' : 'operators.recent')}>
        {stopped.length > 0 && (
          <ul>
            {stopped.map(({ name, by, at }) => (
              <li key={name + at}>
                {t('operators.stoppedBy', { name, by })} <DateText at={at} />
              </li>
            ))}
          </ul>
        )}
        {isAlone && <p>{t('operators.alone.text')}</p>}
      </Notice>
    </chakra.div>
  )
}
