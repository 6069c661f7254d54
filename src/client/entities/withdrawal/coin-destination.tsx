import { chakra } from '@chakra-ui/react'
import { ClipboardPaste, ScanLine } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiRefusal } from '#client/lib/call-api.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { amountInSentence } from '#client/ui/amount-in-sentence.ts'
import { Checkbox } from '#client/ui/checkbox.tsx'
import type { Fact } from '#client/ui/fact-list.tsx'
import { FieldBox } from '#client/ui/field-box.ts'
import { FieldFrame } from '#client/ui/field-frame.tsx'
import { IconButton } from '#client/ui/icon-button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { toAsciiDigits } from '#domain/ascii-digits.ts'
import { hasTag, type TaggedNetwork } from '#domain/tags.ts'
import { useBoundSentence } from '../coin/use-bound-sentence.ts'
import { useCoins } from '../coin/use-coins.ts'
import { type CoinNetwork, chosenNetwork } from './coin-networks.queries.ts'
import {
  type CoinDestination,
  type CoinWithdrawProblems,
  FIELD_OF_REFUSAL,
  readAddress,
} from './coin-withdrawal.logic.ts'
import { useTagName } from './use-tag-name.ts'

/** Asks the server, which the form of quick trade need not wait for. */
const SavedAddressField = lazy(() => import('#client/entities/saved-address/saved-address-field.tsx'))

const ScanSheet = lazy(() => import('./scan-sheet.tsx'))

interface CoinDestinationProps {
  readonly coin: string
  /** Those over which the coin can leave now. */
  readonly networks: readonly CoinNetwork[]
  readonly value: CoinDestination
  /** The sentences at the fields. */
  readonly problems: {
    readonly network?: string | undefined
    readonly address?: string | undefined
    readonly tag?: string | undefined
  }
  readonly disabled?: boolean
  readonly onChange: (value: CoinDestination) => void
}

/** The network with its fee and minimum, the address on it, and what a wrong network costs. */
export function CoinDestinationFields(props: CoinDestinationProps) {
  const { coin, networks, value, problems, disabled = false, onChange } = props
  const { t } = useTranslation('coinWithdrawal')
  const { nameOf, unitOf } = useCoins()
  const language = useLanguage()
  const network = chosenNetwork(networks, value.network)
  const figure = (text: string) => amountInSentence(text, language, { unit: unitOf(coin), fractionMax: 18 })
  return (
    <>
      <SelectField
        label={t('network.label')}
        name="network"
        hint={
          network
            ? t('network.facts', { fee: figure(network.withdrawalFee), min: figure(network.minWithdraw) })
            : t('network.hint')
        }
        problem={problems.network}
        disabled={disabled}
        value={network?.tokenType ?? ''}
        options={[
          ...(network ? [] : [{ value: '', label: t('network.choose') }]),
          ...networks.map(({ tokenType }) => ({ value: tokenType, label: tokenType })),
        ]}
        onChange={(next) => onChange({ ...value, network: next, tag: '', untagged: false })}
      />
      <Suspense>
        <SavedAddressField
          network={network?.tokenType}
          networks={networks.map(({ tokenType }) => tokenType)}
          value={value}
          onPick={({ address, tag }) => onChange({ ...value, address, tag: tag ?? '', untagged: tag === null })}
        />
      </Suspense>
      <AddressField
        value={value.address}
        problem={problems.address}
        disabled={disabled}
        // That an address has no tag is said of this address alone.
        onChange={(address) => onChange({ ...value, address, untagged: false })}
      />
      {network && hasTag(network.tokenType) && (
        <TagField
          network={network.tokenType}
          value={value}
          problem={problems.tag}
          disabled={disabled}
          onChange={onChange}
        />
      )}
      {network && <Notice tone="info">{t('network.wrong', { name: nameOf(coin), network: network.tokenType })}</Notice>}
    </>
  )
}

interface TagFieldProps {
  readonly network: TaggedNetwork
  readonly value: CoinDestination
  readonly problem: string | undefined
  readonly disabled: boolean
  readonly onChange: (value: CoinDestination) => void
}

/** The tag of the address, or the user's word that it has none. */
function TagField({ network, value, problem, disabled, onChange }: TagFieldProps) {
  const { t } = useTranslation('coinWithdrawal')
  const name = useTagName()(network)
  const { tag = '', untagged = false } = value
  return (
    <>
      <TextField
        label={name}
        name="tag"
        hint={t('tag.hint')}
        problem={problem}
        disabled={disabled || untagged}
        autoComplete="off"
        inputMode={network === 'XRP' ? 'numeric' : 'text'}
        maxLength={TAG_LENGTH_MAX}
        ltr
        value={tag}
        onChange={(text) => onChange({ ...value, tag: network === 'XRP' ? toAsciiDigits(text) : text })}
      />
      <Checkbox
        name="untagged"
        checked={untagged}
        onChange={(checked) => onChange({ ...value, untagged: checked, ...(checked && { tag: '' }) })}
      >
        {t('tag.none')}
      </Checkbox>
    </>
  )
}

const TAG_LENGTH_MAX = 64

interface AddressFieldProps {
  readonly value: string
  readonly problem: string | undefined
  readonly disabled: boolean
  readonly onChange: (address: string) => void
}

/** An address is compared by the eye, so that all of it is seen: it wraps on a phone. */
const AddressArea = chakra('textarea', {
  base: {
    flex: '1',
    minWidth: '0',
    minHeight: '3rem',
    paddingInline: '3.5',
    paddingBlock: '3',
    bg: 'transparent',
    color: 'fg',
    fontSize: 'md',
    lineHeight: 'snug',
    outline: 'none!',
    resize: 'none',
    fieldSizing: 'content',
    wordBreak: 'break-all',
    '&:disabled': { color: 'fg.muted', cursor: 'not-allowed' },
  },
})

/** Only a page over a safe connection may ask for the clipboard. */
const canPaste = () => 'clipboard' in navigator && 'readText' in navigator.clipboard

/** The browsers that read codes themselves; the others offer no scan. */
const canScan = () => 'BarcodeDetector' in globalThis && 'mediaDevices' in navigator

function AddressField({ value, problem, disabled, onChange }: AddressFieldProps) {
  const { t } = useTranslation('coinWithdrawal')
  const [isScanning, setScanning] = useState(false)
  const [unread, setUnread] = useState(false)
  const take = (text: string) => {
    setUnread(false)
    onChange(readAddress(text))
  }
  const paste = () => navigator.clipboard.readText().then(take, () => setUnread(true))
  return (
    <>
      <FieldFrame label={t('address.label')} hint={unread ? t('address.noPaste') : undefined} problem={problem}>
        {(ids) => (
          <FieldBox>
            <AddressArea
              {...ids}
              name="address"
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              dir="ltr"
              rows={2}
              maxLength={300}
              disabled={disabled}
              value={value}
              onChange={({ currentTarget }) => take(currentTarget.value)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return
                event.preventDefault()
                event.currentTarget.form?.requestSubmit()
              }}
            />
            <chakra.span display="inline-flex" flexShrink="0">
              {canPaste() && (
                <IconButton
                  label={t('address.paste')}
                  icon={<ClipboardPaste size={18} aria-hidden="true" />}
                  disabled={disabled}
                  onClick={() => void paste()}
                />
              )}
              {canScan() && (
                <IconButton
                  label={t('address.scan')}
                  icon={<ScanLine size={18} aria-hidden="true" />}
                  disabled={disabled}
                  onClick={() => setScanning(true)}
                />
              )}
            </chakra.span>
          </FieldBox>
        )}
      </FieldFrame>
      {isScanning && (
        <Suspense>
          <ScanSheet
            onFound={(text) => {
              setScanning(false)
              take(text)
            }}
            onClose={() => setScanning(false)}
          />
        </Suspense>
      )}
    </>
  )
}

/** The sentences of a refusal at the fields that it is about; `other`: it is about the whole. */
export function useRefusedFields(error: Error | null | undefined) {
  const sentenceOf = useBoundSentence()
  const refusal = error instanceof ApiRefusal ? error : undefined
  const field = refusal && FIELD_OF_REFUSAL[refusal.code]
  const at = (name: 'network' | 'address' | 'tag' | 'amount') =>
    refusal && name === field ? sentenceOf(refusal) : undefined
  return {
    ...{ network: at('network'), address: at('address'), tag: at('tag'), amount: at('amount') },
    other: field === undefined && error ? error : undefined,
  }
}

/** The fact of a destination's tag; empty on a network without tags. */
export function useTagFact(): (network: string, tag: string | null | undefined) => readonly Fact[] {
  const { t } = useTranslation('ui')
  const nameOf = useTagName()
  return (network, tag) =>
    hasTag(network) ? [{ label: nameOf(network), value: tag ? <bdi>{tag}</bdi> : t('tag.without') }] : []
}

interface PlaceFacts {
  readonly refused: { readonly address: string | undefined; readonly tag: string | undefined }
  readonly problems: Pick<CoinWithdrawProblems, 'address' | 'tag'>
  /** The form was sent: what is missing is said from then on. */
  readonly attempted: boolean
}

/** The sentences at the address and at its tag. */
export function usePlaceProblems() {
  const { t } = useTranslation('coinWithdrawal')
  return ({ refused, problems: { address, tag }, attempted }: PlaceFacts) => ({
    address: refused.address ?? (attempted && address ? t(`problem.${address}`) : undefined),
    tag: refused.tag ?? (attempted && tag ? t(`problem.${tag}`) : undefined),
  })
}
