import { chakra } from '@chakra-ui/react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { KeyRound, Monitor, Smartphone, Tablet } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type Column, DataTable } from '#client/ui/data-table.tsx'
import { DateText } from '#client/ui/date-text.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { PageList } from '#client/ui/page-list.tsx'
import { deviceName } from '#domain/device-name.ts'
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

const DEVICES = { MOBILE: Smartphone, TABLET: Tablet, DESKTOP: Monitor } as const

const isDevice = (text: string): text is keyof typeof DEVICES => text in DEVICES

/** The kind of device with its sign; what is no kind that we know is shown as it was said. */
function DeviceCell({ type }: { type: string }) {
  const { t } = useTranslation('history')
  if (!isDevice(type)) return deviceName(type) ?? t('logins.unknown')
  const Icon = DEVICES[type]
  return (
    <chakra.span display="inline-flex" alignItems="center" gap="1.5">
      <Icon size={16} aria-hidden="true" />
      {t(`logins.${type}`)}
    </chakra.span>
  )
}

function useColumns(): readonly Column<Login>[] {
  const { t } = useTranslation('history')
  const known = (text: string) => <bdi>{deviceName(text) ?? t('logins.unknown')}</bdi>
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
      cell: ({ deviceType }) => <DeviceCell type={deviceType} />,
    },
    { key: 'system', label: t('logins.system'), cell: ({ osType }) => known(osType) },
    { key: 'browser', label: t('logins.browser'), cell: ({ browser }) => known(browser) },
  ]
}
