import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { LogOut, Monitor, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#client/lib/locale.ts'
import { Button } from '#client/ui/button.tsx'
import { ConfirmMutation } from '#client/ui/confirm-sheet.tsx'
import { IconButton } from '#client/ui/icon-button.tsx'
import { QueryView } from '#client/ui/query-view.tsx'
import { Section } from '#client/ui/section.tsx'
import { showDate } from '#client/ui/show-date.ts'
import { deviceName } from '#domain/device-name.ts'
import { type OwnSession, sessionsQuery, useEndSession } from './security.commands.ts'
import { SettingRow } from './setting-row.tsx'

/** The number of rows shown until the user asks for the others. */
const ROWS_FIRST = 5

/** The sessions of the account, with buttons to end them. */
export function SessionsSection() {
  const { t } = useTranslation('settings')
  const query = useQuery(sessionsQuery())
  return (
    <Section title={t('sessions.title')} note={t('sessions.note')}>
      <QueryView query={query} data={query.data?.content} rows={2} height="3.25rem">
        {(sessions) => <SessionList sessions={sessions} />}
      </QueryView>
    </Section>
  )
}

function SessionList({ sessions }: { sessions: readonly OwnSession[] }) {
  const { t } = useTranslation('settings')
  const [all, setAll] = useState(false)
  const [ending, setEnding] = useState<OwnSession | 'others'>()
  const shown = all ? sessions : sessions.slice(0, ROWS_FIRST)
  return (
    <chakra.div display="grid" gap="4">
      <chakra.ul display="grid" gap="4" aria-label={t('sessions.title')}>
        {shown.map((session) => (
          <li key={session.id}>
            <SessionRow session={session} onEnd={() => setEnding(session)} />
          </li>
        ))}
      </chakra.ul>
      {shown.length < sessions.length && (
        <Button variant="ghost" full onClick={() => setAll(true)}>
          {t('sessions.all')}
        </Button>
      )}
      {sessions.length > 1 && (
        <Button variant="danger" onClick={() => setEnding('others')}>
          {t('sessions.endOthers')}
        </Button>
      )}
      {ending && <EndSessionSheet which={ending} onClose={() => setEnding(undefined)} />}
    </chakra.div>
  )
}

function SessionRow({ session, onEnd }: { session: OwnSession; onEnd: () => void }) {
  const { t } = useTranslation('settings')
  const language = useLanguage()
  const device = useDeviceName()(session)
  const Icon = session.deviceType === 'MOBILE' ? Smartphone : Monitor
  const at = showDate(new Date(session.lastUsedDateTime), language, 'date-time')
  return (
    <SettingRow
      icon={<Icon size={20} />}
      name={
        <chakra.span display="inline-flex" flexWrap="wrap" alignItems="center" columnGap="2.5">
          <bdi>{device}</bdi>
          {session.current && (
            <chakra.span color="buy" fontSize="xs">
              {t('sessions.current')}
            </chakra.span>
          )}
        </chakra.span>
      }
      text={
        <>
          <bdi dir="ltr">{session.ipAddress}</bdi>
          {' · '}
          {session.current ? t('sessions.now') : t('sessions.used', { at })}
        </>
      }
    >
      {!session.current && (
        <IconButton
          label={t('sessions.end', { device })}
          icon={<LogOut size={18} aria-hidden="true" />}
          onClick={onEnd}
        />
      )}
    </SettingRow>
  )
}

function EndSessionSheet({ which, onClose }: { which: OwnSession | 'others'; onClose: () => void }) {
  const { t } = useTranslation('settings')
  const nameOf = useDeviceName()
  const end = useEndSession()
  return (
    <ConfirmMutation
      title={t('sessions.endTitle')}
      yes={t('sessions.endYes')}
      no={t('cancel')}
      act={() => end(which)}
      done={t(which === 'others' ? 'sessions.endedOthers' : 'sessions.ended')}
      onClose={onClose}
    >
      {which === 'others' ? t('sessions.endOthersText') : t('sessions.endText', { device: nameOf(which) })}
    </ConfirmMutation>
  )
}

/** Names a device by its own description: "Chrome, Android". */
function useDeviceName(): (device: Pick<OwnSession, 'browser' | 'osType'>) => string {
  const { t } = useTranslation('settings')
  return ({ browser, osType }) => {
    const [program, system] = [deviceName(browser), deviceName(osType)]
    if (program && system) return t('sessions.device', { browser: program, system })
    return program ?? system ?? t('sessions.unknown')
  }
}
