import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callApi } from '#client/lib/call-api.ts'
import { Button } from '#client/ui/button.tsx'
import { DateText } from '#client/ui/date-text.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { proposeRelease } from '#contract/operations-restore.ts'
import { ActSheet } from './act-sheet.tsx'
import { useHasRight } from './allowed.tsx'
import type { Overview } from './overview.queries.ts'

/** After a restore: nothing leaves until two admins have compared the books, and one of them proposes it here. */
export function RestoreNotice({ restore }: { restore: Overview['restore'] }) {
  const { t } = useTranslation('safety')
  const has = useHasRight()
  const [asked, setAsked] = useState(false)
  if (restore === null) return null
  return (
    <chakra.div marginBlockEnd="4">
      <Notice
        tone="error"
        urgent={false}
        title={t('restore.title')}
        action={
          has('RESTORE_CONFIRM') && (
            <Button size="sm" onClick={() => setAsked(true)}>
              {t('restore.action')}
            </Button>
          )
        }
      >
        <p>
          {t('restore.at')} <DateText at={restore.restoredAt} />. {t('restore.until')} <DateText at={restore.stateAt} />
          .
        </p>
        <p>
          {t('restore.source')} <bdi dir="ltr">{restore.source}</bdi>
        </p>
        <p>{t('restore.text')}</p>
      </Notice>
      {asked && (
        <ActSheet
          title={t('restore.sheet.title')}
          text={t('restore.sheet.text')}
          reasonLabel={t('restore.sheet.reason')}
          yes={t('restore.sheet.yes')}
          done={t('restore.sheet.done')}
          proposes={{ kind: 'CONFIRM_RESTORE' }}
          act={(reason) => callApi(proposeRelease, { body: { reason } })}
          onClose={() => setAsked(false)}
        />
      )}
    </chakra.div>
  )
}
