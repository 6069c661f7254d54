import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#client/lib/locale.ts'
import { TextLink } from '#client/ui/link.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import { showDate } from '#client/ui/show-date.ts'
import { type SavedAddress, savedAddressesQuery, shortPlace } from './saved-addresses.queries.ts'

type SavedAddressFieldProps = {
  /** The network over which the coins leave; before it is chosen, all over which they can. */
  network: string | readonly string[]
  /** The address and its tag that are typed or picked so far. */
  value: { readonly address: string; readonly tag?: string | undefined }
  onPick: (saved: SavedAddress) => void
}

/**
 * Picks the destination of coins from the user's saved addresses on a network; renders nothing for a user without any. A user who allows saved
 * addresses alone reads from when the others are usable, and, also before the network is chosen, that without one nothing can be sent.
 */
export default function SavedAddressField({ network, value, onPick }: SavedAddressFieldProps) {
  const { t } = useTranslation('savedAddresses')
  const hintOf = useWaitHint()
  const { data } = useQuery(savedAddressesQuery())
  if (!data) return null
  const ofNetwork = data.addresses.filter(({ tokenType }) => [network].flat().includes(tokenType))
  const usable = ofNetwork.filter(({ usableFromDateTime }) => usableFromDateTime === null)
  const hint = hintOf(ofNetwork)
  const isChosen = typeof network === 'string'
  if (usable.length === 0) return data.onlySaved ? <NoneUsable hint={hint} isOfNetwork={isChosen} /> : null
  if (!isChosen) return null
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

function NoneUsable({ hint, isOfNetwork }: { hint: string | undefined; isOfNetwork: boolean }) {
  const { t } = useTranslation('savedAddresses')
  return (
    <Notice
      tone="warning"
      action={
        <TextLink to="/profile/settings" hash="security">
          {t('pick.settings')}
        </TextLink>
      }
    >
      {t(isOfNetwork ? 'pick.none' : 'pick.noneOfAny')} {hint}
    </Notice>
  )
}
