import { chakra } from '@chakra-ui/react'
import { Minus, Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CoinDetails } from '#client/entities/coin/coins.queries.ts'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { BalanceText } from '#client/entities/wallet/balance-text.tsx'
import { decodeAmount } from '#client/lib/decode.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { amountInSentence } from '#client/ui/amount-in-sentence.ts'
import { Button } from '#client/ui/button.tsx'
import { ChoiceField } from '#client/ui/choice-field.tsx'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { DigitsField } from '#client/ui/digits-field.tsx'
import { FactList } from '#client/ui/fact-list.tsx'
import { FieldFrame } from '#client/ui/field-frame.tsx'
import { Form } from '#client/ui/form.tsx'
import { IconButton } from '#client/ui/icon-button.tsx'
import { Notice } from '#client/ui/notice.tsx'
import { RefusalNotice } from '#client/ui/refusal-notice.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import { ServerButton } from '#client/ui/server-button.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import { GOLD } from '#domain/coin.ts'
import { formatDecimal } from '#domain/decimal.ts'
import {
  ADDRESS_LENGTH_MAX,
  CITY_LENGTH_MAX,
  deliveryCost,
  deliveryFee,
  lackingForDelivery,
  mostDeliverable,
} from '#domain/delivery.ts'
import { type Amount, amount, larger, smaller } from '#domain/units.ts'
import { type DeliveryTerms, decodeRules, type TermsOfDeliveries } from './delivery.queries.ts'
import type { Sending } from './withdraw-fields.tsx'

interface DeliveryFieldsProps {
  readonly gold: CoinDetails
  /** The available balance, as decimal text. */
  readonly free: string
  readonly terms: TermsOfDeliveries
  readonly sending: Sending<DeliveryTerms>
  readonly first: DeliveryTerms | undefined
}

/** Weight and place, with the fee, or how much the balance lacks. */
export function DeliveryFields(props: DeliveryFieldsProps) {
  const { gold, free, terms } = props
  const { t: ofWallet } = useTranslation('wallet')
  const { unitOf } = useCoins()
  const language = useLanguage()
  const rules = decodeRules(terms, gold)
  const balance = decodeAmount(free, gold)
  const lacking = lackingForDelivery(balance, rules)
  const inWords = (units: Amount) =>
    amountInSentence(formatDecimal(units, gold.decimals), language, { unit: unitOf(GOLD), fractionMax: gold.decimals })
  if (lacking > 0n)
    return (
      <Notice tone="info">
        {ofWallet('delivery.lacking', { least: inWords(rules.weightMin), missing: inWords(lacking) })}
      </Notice>
    )
  return <OpenForm {...props} rules={rules} most={mostDeliverable(balance, rules)} />
}

type OpenFormProps = DeliveryFieldsProps & { rules: ReturnType<typeof decodeRules>; most: Amount }

function OpenForm({ gold, free, terms, sending, first, rules, most }: OpenFormProps) {
  const { t } = useTranslation('delivery')
  const { t: ofWallet } = useTranslation('wallet')
  const { billed } = useCoins()
  const [chosen, setChosen] = useState(() => (first ? decodeAmount(first.weight, gold) : rules.weightMin))
  const [place, setPlace] = useState(() => placeAtFirst(terms, first))
  const [attempted, setAttempted] = useState(false)
  const weight = larger(smaller(chosen, most), rules.weightMin)
  const problems = validatePlace(place)
  const text = (units: Amount) => formatDecimal(units, gold.decimals)
  const fee = deliveryFee(weight, rules)
  const submit = () => {
    setAttempted(true)
    const asked = readPlaceForm(place)
    if (asked && !sending.isPending) sending.mutate({ weight: text(weight), fee: text(fee), place: asked })
  }
  return (
    <Form onSubmit={submit}>
      <WeightField
        {...{ gold, weight, most, rules }}
        disabled={sending.isPending}
        onChange={(next) => {
          setChosen(next)
          sending.reset()
        }}
      />
      <PlaceFields
        {...{ terms, place }}
        problems={attempted ? problems : {}}
        disabled={sending.isPending}
        onChange={(next) => {
          setPlace({ ...place, ...next })
          sending.reset()
        }}
      />
      <FactList
        facts={[
          { label: t('free'), value: <BalanceText coin={GOLD} value={free} /> },
          { label: t('fee'), value: <DecimalText value={text(fee)} {...billed(GOLD)} /> },
          {
            label: t('total'),
            value: <DecimalText value={text(deliveryCost(weight, rules))} {...billed(GOLD)} />,
            strong: true,
          },
          { label: t('recipient'), value: <bdi>{terms.recipientName}</bdi> },
        ]}
      />
      <chakra.p fontSize="xs" color="fg.muted">
        {t('recipientHint')}
      </chakra.p>
      {sending.error && <RefusalNotice error={sending.error} />}
      <ServerButton type="submit" size="lg" full loading={sending.isPending}>
        {ofWallet('withdraw.next')}
      </ServerButton>
    </Form>
  )
}

interface WeightFieldProps {
  readonly gold: CoinDetails
  readonly weight: Amount
  readonly most: Amount
  readonly rules: ReturnType<typeof decodeRules>
  readonly disabled: boolean
  readonly onChange: (weight: Amount) => void
}

/** Whole bars alone can be chosen: by steps, within what the balance pays for. */
function WeightField({ gold, weight, most, rules, disabled, onChange }: WeightFieldProps) {
  const { t } = useTranslation('delivery')
  const { unitOf } = useCoins()
  const language = useLanguage()
  const { weightMin: min, weightMax: max, weightStep: step } = rules
  const unit = unitOf(GOLD)
  const inWords = (units: Amount) => amountInSentence(formatDecimal(units, gold.decimals), language, { unit })
  return (
    <FieldFrame
      label={t('weight')}
      hint={t('weightHint', { step: inWords(step), min: inWords(min), max: inWords(max) })}
      aside={
        <Button size="sm" variant="ghost" disabled={disabled || weight === most} onClick={() => onChange(most)}>
          {t('most')}
        </Button>
      }
    >
      {({ id, 'aria-describedby': describedBy }) => (
        <chakra.div display="flex" alignItems="center" justifyContent="space-between" gap="3">
          <IconButton
            label={t('less')}
            icon={<Minus size={20} aria-hidden="true" />}
            disabled={disabled || weight <= min}
            onClick={() => onChange(amount(weight - step))}
          />
          <chakra.output id={id} aria-describedby={describedBy} aria-live="polite" fontSize="2xl" fontWeight="bold">
            <DecimalText value={formatDecimal(weight, gold.decimals)} unit={unit} />
          </chakra.output>
          <IconButton
            label={t('more')}
            icon={<Plus size={20} aria-hidden="true" />}
            disabled={disabled || weight + step > most}
            onClick={() => onChange(amount(weight + step))}
          />
        </chakra.div>
      )}
    </FieldFrame>
  )
}

/** The place as it is typed: both kinds, of which one is chosen. */
interface PlaceForm {
  readonly kind: 'BRANCH' | 'COURIER'
  readonly branchId: string
  readonly city: string
  readonly postalCode: string
  readonly address: string
}

function placeAtFirst({ branches }: TermsOfDeliveries, first: DeliveryTerms | undefined): PlaceForm {
  const [branch] = branches
  const empty = {
    kind: branch ? 'BRANCH' : 'COURIER',
    branchId: branch?.id ?? '',
    city: '',
    postalCode: '',
    address: '',
  } as const
  return { ...empty, ...first?.place }
}

const POSTAL_CODE = /^\d{10}$/

type PlaceProblems = Partial<Record<'city' | 'postalCode' | 'address', true>>

export function validatePlace({ kind, city, postalCode, address }: PlaceForm): PlaceProblems {
  if (kind === 'BRANCH') return {}
  return {
    ...(city.trim().length < 2 && { city: true as const }),
    ...(!POSTAL_CODE.test(postalCode) && { postalCode: true as const }),
    ...(address.trim().length < 5 && { address: true as const }),
  }
}

function readPlaceForm(form: PlaceForm): DeliveryTerms['place'] | undefined {
  const { kind, branchId, city, postalCode, address } = form
  if (kind === 'BRANCH') return { kind, branchId }
  const isComplete = Object.keys(validatePlace(form)).length === 0
  return isComplete ? { kind, city: city.trim(), postalCode, address: address.trim() } : undefined
}

interface PlaceFieldsProps {
  readonly terms: TermsOfDeliveries
  readonly place: PlaceForm
  readonly problems: PlaceProblems
  readonly disabled: boolean
  readonly onChange: (next: Partial<PlaceForm>) => void
}

function PlaceFields({ terms: { branches, courier }, place, problems, disabled, onChange }: PlaceFieldsProps) {
  const { t } = useTranslation('delivery')
  const kinds = [...(branches.length > 0 ? (['BRANCH'] as const) : []), ...(courier ? (['COURIER'] as const) : [])]
  const branch = branches.find(({ id }) => id === place.branchId)
  const field = (name: keyof PlaceProblems) => ({
    label: t(name),
    value: place[name],
    problem: problems[name] && t(`problem.${name}`),
    disabled,
    onChange: (value: string) => onChange({ [name]: value }),
  })
  return (
    <>
      {kinds.length > 1 && (
        <ChoiceField
          label={t('place.label')}
          value={place.kind}
          options={kinds.map((kind) => ({ value: kind, label: t(`place.${kind}`) }))}
          onChange={(kind) => onChange({ kind })}
        />
      )}
      {place.kind === 'COURIER' ? (
        <>
          <TextField {...field('city')} name="city" autoComplete="address-level2" maxLength={CITY_LENGTH_MAX} />
          <TextField
            {...field('address')}
            name="address"
            autoComplete="street-address"
            maxLength={ADDRESS_LENGTH_MAX}
          />
          <DigitsField
            {...field('postalCode')}
            hint={t('postalHint')}
            name="postalCode"
            autoComplete="postal-code"
            lengthMax={10}
          />
        </>
      ) : (
        <>
          {branches.length > 1 && (
            <SelectField
              label={t('branch')}
              name="branch"
              disabled={disabled}
              value={place.branchId}
              options={branches.map(({ id, name }) => ({ value: id, label: name }))}
              onChange={(branchId) => onChange({ branchId })}
            />
          )}
          {branch && (
            <FactList
              facts={[
                ...(branches.length > 1 ? [] : [{ label: t('branch'), value: branch.name }]),
                { label: t('address'), value: branch.address },
                { label: t('hours'), value: branch.hours },
              ]}
            />
          )}
        </>
      )}
    </>
  )
}
