import { chakra } from '@chakra-ui/react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { KeyRound, Monitor, Smartphone, Tablet } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Column } from '#client/ui/data-table.tsx'
import { DateText } from '#client/ui/date-text.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { RowList } from '#client/ui/row-list.tsx'
import { deviceName } from '#domain/device-name.ts'
import { FilteredList } from './filtered-list.tsx'
import { type Login, loginPagesQuery } from './history.queries.ts'
import { type FilteredProps, loginQueryOf } from './history-filter.ts'

/** The logins to the account, successful or not, with their place and device. */
export function LoginHistory(props: FilteredProps) {
  const { t } = useTranslation('history')
  const pages = useInfiniteQuery(loginPagesQuery(loginQueryOf(props.filter)))
  const { at, result, ip, device, system, browser } = useLoginColumns()
  const empty = (
    <EmptyState icon={<KeyRound size={24} />} title={t('logins.empty.title')} text={t('logins.empty.text')} />
  )
  return (
    <FilteredList tab="logins" pages={pages} empty={empty} {...props}>
      {(rows) => (
        <RowList
          caption={t('tabs.logins')}
          rows={rows}
          keyOf={keyOfLogin}
          columns={[at, result, ip, device, system, browser]}
          lines={{ what: device.cell, amount: browser.cell, when: at.cell, result: result.cell }}
        />
      )}
    </FilteredList>
  )
}

const keyOfLogin = ({ loginRequestedDateTime, ipAddress, isSuccessful }: Login) =>
  `${loginRequestedDateTime} ${ipAddress} ${isSuccessful}`

const DEVICES = { MOBILE: Smartphone, TABLET: Tablet, DESKTOP: Monitor } as const

const isDevice = (text: string): text is keyof typeof DEVICES => text in DEVICES

/** The kind of device with its icon; an unknown kind is shown as the server names it. */
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

type Name = 'at' | 'result' | 'ip' | 'device' | 'system' | 'browser'

function useLoginColumns(): Record<Name, Column<Login>> {
  const { t } = useTranslation('history')
  const known = (text: string) => <bdi>{deviceName(text) ?? t('logins.unknown')}</bdi>
  return {
    at: {
      key: 'at',
      label: t('logins.at'),
      cell: ({ loginRequestedDateTime }) => <DateText at={loginRequestedDateTime} />,
    },
    result: {
      key: 'result',
      label: t('logins.result'),
      cell: ({ isSuccessful }) => (
        <chakra.span color={isSuccessful ? 'buy' : 'sell'} fontWeight="semibold">
          {isSuccessful ? t('logins.ok') : t('logins.failed')}
        </chakra.span>
      ),
    },
    ip: { key: 'ip', label: t('logins.ip'), cell: ({ ipAddress }) => <bdi dir="ltr">{ipAddress}</bdi> },
    device: {
      key: 'device',
      label: t('logins.device'),
      cell: ({ deviceType }) => <DeviceCell type={deviceType} />,
    },
    system: { key: 'system', label: t('logins.system'), cell: ({ osType }) => known(osType) },
    browser: { key: 'browser', label: t('logins.browser'), cell: ({ browser }) => known(browser) },
  }
}
