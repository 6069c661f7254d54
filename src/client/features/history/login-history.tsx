import { chakra } from '@chakra-ui/react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type Column, DataTable } from '#client/ui/data-table.tsx'
import { DateText } from '#client/ui/date-text.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { PageList } from '#client/ui/page-list.tsx'
import { type Login, loginPagesQuery } from './history.queries.ts'

/** The logins to the account, successful or not, with their place and device. */
export function LoginHistory() {
  const { t } = useTranslation('history')
  const pages = useInfiniteQuery(loginPagesQuery())
  const columns = useColumns()
  const empty = (
    <EmptyState icon={<KeyRound size={24} />} title={t('logins.empty.title')} text={t('logins.empty.text')} />
  )
  return (
    <PageList pages={pages} empty={empty}>
      {(rows) => <DataTable caption={t('tabs.logins')} rows={rows} keyOf={keyOfLogin} columns={columns} />}
    </PageList>
  )
}

const keyOfLogin = ({ loginRequestedDateTime, ipAddress, isSuccessful }: Login) =>
  `${loginRequestedDateTime} ${ipAddress} ${isSuccessful}`

const isDevice = (text: string): text is 'MOBILE' | 'DESKTOP' => text === 'MOBILE' || text === 'DESKTOP'

const WRITTEN_OTHERWISE: Readonly<Record<string, string>> = { IOS: 'iOS', MACOS: 'macOS' }

/** CHROME is Chrome; a name in other letters is its owner's own. */
function properName(text: string): string {
  const name = WRITTEN_OTHERWISE[text]
  return name ?? (/^[A-Z]+$/.test(text) ? text.charAt(0) + text.slice(1).toLowerCase() : text)
}

function useColumns(): readonly Column<Login>[] {
  const { t } = useTranslation('history')
  const known = (text: string) => (text === 'UNKNOWN' || text === 'OTHER' ? t('logins.unknown') : properName(text))
  return [
    {
      key: 'at',
      label: t('logins.at'),
      cell: ({ loginRequestedDateTime }) => <DateText at={loginRequestedDateTime} />,
    },
    {
      key: 'result',
      label: t('logins.result'),
      cell: ({ isSuccessful }) => (
        <chakra.span color={isSuccessful ? 'buy' : 'sell'} fontWeight="semibold">
          {isSuccessful ? t('logins.ok') : t('logins.failed')}
        </chakra.span>
      ),
    },
    { key: 'ip', label: t('logins.ip'), cell: ({ ipAddress }) => <bdi dir="ltr">{ipAddress}</bdi> },
    {
      key: 'device',
      label: t('logins.device'),
      cell: ({ deviceType }) => (isDevice(deviceType) ? t(`logins.${deviceType}`) : known(deviceType)),
    },
    { key: 'system', label: t('logins.system'), cell: ({ osType }) => known(osType) },
    { key: 'browser', label: t('logins.browser'), cell: ({ browser }) => known(browser) },
  ]
}
