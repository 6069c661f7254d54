import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#client/lib/locale.ts'
import { SelectField } from '#client/ui/select-field.tsx'
import { showDate } from '#client/ui/show-date.ts'
import { OnlySavedNotice } from './only-saved-notice.tsx'
import { type SavedAddress, savedAddressesQuery, shortPlace } from './saved-addresses.queries.ts'

type SavedAddressFieldProps = {
  /** The network over which the coins leave; `undefined` before it is chosen. */
  network: string | undefined
  /** All over which they can leave. */
  networks: readonly string[]
  /** The address and its tag that are typed or picked so far. */
  value: { readonly address: string; readonly tag?: string | undefined }
  onPick: (saved: SavedAddress) => void
}

/**
 * Picks the destination of coins from the user's saved addresses on a network; renders nothing for a user without any. A user who allows saved
 * addresses alone reads from when the others are usable, and, also before the network is chosen, that without one nothing can be sent.
 */
export default function SavedAddressField({ network, networks, value, onPick }: SavedAddressFieldProps) {
  const { t } = useTranslation('savedAddresses')
  const hintOf = useWaitHint()
  const { data } = useQuery(savedAddressesQuery())
  if (!data) return null
  const among = network === undefined ? networks : [network]
  const ofNetwork = data.addresses.filter(({ tokenType }) => among.includes(tokenType))
  const usable = ofNetwork.filter(({ usableFromDateTime }) => usableFromDateTime === null)
  const hint = hintOf(ofNetwork)
  if (usable.length === 0 && data.onlySaved)
    return (
      <OnlySavedNotice>
        {t(network === undefined ? 'pick.noneOfAny' : 'pick.none')} {hint}
      </OnlySavedNotice>
    )
  if (usable.length === 0 || network === undefined) return null
  const picked = usable.find(({ address, tag }) => address === value.address && (tag ?? '') === (value.tag ?? ''))
  return (
    <SelectField
      label={t('pick.label')}
      name="savedAddress"
      hint={hint}
      value={picked?.id ?? ''}
      options={[
        ...(picked ? [] : [{ value: '', label: t('pick.choose') }]),
        ...usable.map(({ id, address, tag, label }) => ({ value: id, label, detail: shortPlace({ address, tag }) })),
      ]}
      onChange={(id) => {
        const chosen = usable.find((each) => each.id === id)
        if (chosen) onPick(chosen)
      }}
    />
  )
}

/** Says from when each waiting address is usable. */
function useWaitHint(): (addresses: readonly SavedAddress[]) => string | undefined {
  const { t } = useTranslation('savedAddresses')
  const language = useLanguage()
  return (addresses) => {
    const sentences = addresses.flatMap(({ label, usableFromDateTime: from }) =>
      from === null ? [] : t('pick.waits', { name: label, at: showDate(new Date(from), language, 'date-time') }),
    )
    return sentences.length === 0 ? undefined : sentences.join(' ')
  }
}
