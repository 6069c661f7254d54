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
import { toTypedNumber, useFieldFault } from './fields-sheet.tsx'
import { useField } from './setting-parts.ts'

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
export const networkBody = ({ key: _, ...network }: NetworkText) => ({
  ...network,
  withdrawalFee: toTypedNumber(network.withdrawalFee),
  minWithdraw: toTypedNumber(network.minWithdraw),
  maxWithdraw: toTypedNumber(network.maxWithdraw),
})

type NetworkFieldsProps = {
  networks: readonly NetworkText[]
  state: SendState
  onChange: (networks: readonly NetworkText[]) => void
}

/** The networks of a new coin, each with its fee, its bounds and its switches. */
export function NetworkFields({ networks, state, onChange }: NetworkFieldsProps) {
  const { t } = useTranslation('desk')
  const language = useLanguage()
  const field = useField()
  const faultOf = useFieldFault()
  const unused = KNOWN_NETWORKS.filter((known) => !networks.some(({ tokenType }) => tokenType === known))
  const change = (at: number, part: Partial<NetworkText>) =>
    onChange(networks.map((network, index) => (index === at ? { ...network, ...part } : network)))
  const add = (tokenType: KnownNetwork) =>
    onChange([...networks, { ...NEW_NETWORK, key: Math.max(...networks.map(({ key }) => key)) + 1, tokenType }])
  const [next] = unused
  return (
    <>
      {networks.map((network, at) => (
        <chakra.fieldset
          key={network.key}
          display="grid"
          gap="3"
          borderWidth="1px"
          borderColor="line"
          borderRadius="md"
          padding="4"
          minWidth="0"
        >
          <chakra.legend fontSize="sm" fontWeight="semibold" paddingInline="1">
            {t('settings.network', { number: showDigits(String(at + 1), language) })}
          </chakra.legend>
          <SelectField
            label={t('settings.field.tokenType')}
            value={network.tokenType}
            options={KNOWN_NETWORKS.filter((known) => known === network.tokenType || unused.includes(known)).map(
              (value) => ({ value, label: value }),
            )}
            onChange={(tokenType) => change(at, { tokenType })}
          />
          {AMOUNTS.map((name) => (
            <TextField
              key={name}
              label={field(name).label}
              required
              ltr
              maxLength={40}
              value={network[name]}
              onChange={(value) => change(at, { [name]: value })}
              // The server names the refused amount, but not its network.
              problem={faultOf({ ...state, refusedFields: [] }, { name, value: network[name] })}
            />
          ))}
          {SWITCHES.map((name) => (
            <Checkbox key={name} checked={network[name]} onChange={(checked) => change(at, { [name]: checked })}>
              {t(`settings.field.${name}`)}
            </Checkbox>
          ))}
          {networks.length > 1 && (
            <Button
              type="button"
              size="sm"
              variant="quiet"
              onClick={() => onChange(networks.filter((_, index) => index !== at))}
            >
              {t('settings.removeNetwork')}
            </Button>
          )}
        </chakra.fieldset>
      ))}
      {next && networks.length < NETWORKS_MAX && <AddButton onPress={() => add(next)} />}
    </>
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
