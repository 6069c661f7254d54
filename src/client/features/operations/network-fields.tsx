import { chakra } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#client/lib/locale.ts'
import { Button } from '#client/ui/button.tsx'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import { showDigits } from '#client/ui/show-digits.ts'
import { TextField } from '#client/ui/text-field.tsx'
import type { Input } from '#contract/endpoint.ts'
import { NETWORKS_MAX, type proposeCoin } from '#contract/operations-settings.ts'
import { KNOWN_NETWORKS, type KnownNetwork } from '#domain/networks.ts'
import type { SendState } from './act-sheet.tsx'
import { toTypedNumber, useField, useFieldFault } from './setting-form.tsx'

export type NetworkText = Input<typeof proposeCoin>['body']['networks'][number] & { readonly key: number }

const AMOUNTS = ['withdrawalFee', 'minWithdraw', 'maxWithdraw'] as const
const SWITCHES = ['depositEnabled', 'withdrawEnabled', 'txIdNeeded'] as const

/** A new network is closed for deposits and withdrawals until the operator opens it. */
export const NEW_NETWORK: NetworkText = {
  key: 1,
  tokenType: 'ERC20',
  withdrawalFee: '',
  minWithdraw: '',
  maxWithdraw: '',
  depositEnabled: false,
  withdrawEnabled: false,
  txIdNeeded: false,
}

export const isComplete = (network: NetworkText) => AMOUNTS.every((name) => network[name].trim() !== '')

/** Converts to the wire's form: numbers may be typed in any digits. */
export const networkBody = ({ tokenType, withdrawalFee, minWithdraw, maxWithdraw, txIdNeeded }: NetworkText) => ({
  ...{ tokenType, txIdNeeded },
  withdrawalFee: toTypedNumber(withdrawalFee),
  minWithdraw: toTypedNumber(minWithdraw),
  maxWithdraw: toTypedNumber(maxWithdraw),
})

/** The body of a new coin's network, which begins with switches of its own. */
export const openNetworkBody = (network: NetworkText) => {
  const { depositEnabled, withdrawEnabled } = network
  return { ...networkBody(network), depositEnabled, withdrawEnabled }
}

type NetworkFieldsProps = {
  networks: readonly NetworkText[]
  state: SendState
  onChange: (networks: readonly NetworkText[]) => void
  /** The number of networks that the coin has already: they are first, and stay. */
  existing?: number
  /** False if a new network begins closed. */
  isOpened?: boolean
}

/** The networks of a coin, each with its fee, its bounds and its switches. */
export function NetworkFields({ networks, state, onChange, existing = 0, isOpened = true }: NetworkFieldsProps) {
  const unused = KNOWN_NETWORKS.filter((known) => !networks.some(({ tokenType }) => tokenType === known))
  const add = (tokenType: KnownNetwork) =>
    onChange([...networks, { ...NEW_NETWORK, key: Math.max(0, ...networks.map(({ key }) => key)) + 1, tokenType }])
  const [next] = unused
  return (
    <>
      {networks.map((network, at) => (
        <OneNetwork
          key={network.key}
          network={network}
          number={at + 1}
          choices={
            at < existing
              ? undefined
              : KNOWN_NETWORKS.filter((each) => each === network.tokenType || unused.includes(each))
          }
          switches={isOpened ? SWITCHES : SWITCHES.slice(-1)}
          state={state}
          onChange={(part) => onChange(networks.map((each, index) => (index === at ? { ...each, ...part } : each)))}
          onRemove={
            networks.length > 1 && at >= existing
              ? () => onChange(networks.filter((_, index) => index !== at))
              : undefined
          }
        />
      ))}
      {next && networks.length < NETWORKS_MAX && <AddButton onPress={() => add(next)} />}
    </>
  )
}

type OneNetworkProps = {
  network: NetworkText
  number: number
  /** The networks that it may be instead; absent for one that the coin has already. */
  choices: readonly KnownNetwork[] | undefined
  switches: readonly (typeof SWITCHES)[number][]
  state: SendState
  onChange: (part: Partial<NetworkText>) => void
  onRemove: (() => void) | undefined
}

function OneNetwork({ network, number, choices, switches, state, onChange, onRemove }: OneNetworkProps) {
  const { t } = useTranslation('desk')
  const language = useLanguage()
  const field = useField()
  const faultOf = useFieldFault()
  const title = choices ? (
    t('settings.network', { number: showDigits(String(number), language) })
  ) : (
    <bdi dir="ltr">{network.tokenType}</bdi>
  )
  return (
    <chakra.fieldset
      display="grid"
      gap="3"
      borderWidth="1px"
      borderColor="line"
      borderRadius="md"
      padding="4"
      minWidth="0"
    >
      <chakra.legend fontSize="sm" fontWeight="semibold" paddingInline="1">
        {title}
      </chakra.legend>
      {choices && (
        <SelectField
          label={t('settings.field.tokenType')}
          value={network.tokenType}
          options={choices.map((value) => ({ value, label: value }))}
          onChange={(tokenType) => onChange({ tokenType })}
        />
      )}
      {AMOUNTS.map((name) => (
        <TextField
          key={name}
          label={field(name).label}
          required
          ltr
          maxLength={40}
          value={network[name]}
          onChange={(value) => onChange({ [name]: value })}
          // The server names the refused amount, but not its network.
          problem={faultOf({ ...state, refusedFields: [] }, { name, value: network[name] })}
        />
      ))}
      {switches.map((name) => (
        <Checkbox key={name} checked={network[name]} onChange={(checked) => onChange({ [name]: checked })}>
          {t(`settings.field.${name}`)}
        </Checkbox>
      ))}
      {onRemove && (
        <Button type="button" size="sm" variant="quiet" onClick={onRemove}>
          {t('settings.removeNetwork')}
        </Button>
      )}
    </chakra.fieldset>
  )
}

function AddButton({ onPress }: { onPress: () => void }) {
  const { t } = useTranslation('desk')
  return (
    <Button type="button" size="sm" variant="quiet" onClick={onPress}>
      {t('settings.addNetwork')}
    </Button>
  )
}
