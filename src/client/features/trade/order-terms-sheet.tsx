import { chakra } from '@chakra-ui/react'
import { useTranslation } from 'react-i18next'
import { Button } from '#client/ui/button.tsx'
import { CheckInput } from '#client/ui/checkbox.tsx'
import { SelectField } from '#client/ui/select-field.tsx'
import { Sheet } from '#client/ui/sheet.tsx'
import { SELF_TRADE_PREVENTIONS, TIMES_IN_FORCE } from '#domain/order.ts'
import ExpiryField, { Choice } from './expiry-field.tsx'
import { appliedTerms, blockedForce, blockedTerms } from './order-form.logic.ts'
import type { OrderFormState } from './use-order-form.ts'

type OrderTermsSheetProps = { state: OrderFormState; expiryProblem: string | undefined; onClose: () => void }

/** The choices of the form that are folded away, each with what it does or why it is off. */
export default function OrderTermsSheet({ state, expiryProblem, onClose }: OrderTermsSheetProps) {
  const { t } = useTranslation('trade')
  const { t: more } = useTranslation('orderKinds')
  return (
    <Sheet open title={t('terms.title')} onClose={onClose}>
      <chakra.div display="grid" gap="5" gridTemplateColumns="minmax(0, 1fr)">
        <TimeInForceField state={state} />
        <PostOnlyField state={state} />
        <OrderExpiry state={state} problem={expiryProblem} />
        <SelectField
          label={t('terms.self.label')}
          value={state.form.selfTradePrevention}
          options={SELF_TRADE_PREVENTIONS.map((value) => ({ value, label: t(`terms.self.${value}`) }))}
          onChange={(selfTradePrevention) => state.dispatch({ type: 'terms', terms: { selfTradePrevention } })}
          hint={more('terms.selfText')}
        />
        <Button full onClick={onClose}>
          {more('terms.done')}
        </Button>
      </chakra.div>
    </Sheet>
  )
}

const Legend = chakra('legend', { base: { fontSize: 'sm', fontWeight: 'medium', color: 'fg.muted' } })

function TimeInForceField({ state: { form, dispatch } }: { state: OrderFormState }) {
  const { t } = useTranslation('trade')
  const { t: more } = useTranslation('orderKinds')
  const chosen = appliedTerms(form).timeInForce
  return (
    <fieldset>
      <Legend>{t('terms.force.label')}</Legend>
      {TIMES_IN_FORCE.map((each) => {
        const blocked = blockedForce(form, each)
        return (
          <Choice key={each}>
            <input
              type="radio"
              name="timeInForce"
              checked={chosen === each}
              disabled={blocked !== undefined}
              onChange={() => dispatch({ type: 'terms', terms: { timeInForce: each } })}
            />
            <span>
              {t(`terms.force.${each}`)}
              <small>{blocked ? more(`terms.off.${blocked}`) : more(`terms.forceText.${each}`)}</small>
            </span>
          </Choice>
        )
      })}
    </fieldset>
  )
}

function PostOnlyField({ state: { form, dispatch } }: { state: OrderFormState }) {
  const { t } = useTranslation('trade')
  const { t: more } = useTranslation('orderKinds')
  const { postOnly: blocked } = blockedTerms(form)
  return (
    <Choice>
      <CheckInput
        type="checkbox"
        name="postOnly"
        checked={appliedTerms(form).postOnly}
        disabled={blocked !== undefined}
        onChange={({ currentTarget: { checked } }) => dispatch({ type: 'terms', terms: { postOnly: checked } })}
      />
      <span>
        {t('terms.postOnly')}
        <small>
          {blocked
            ? more(`terms.off.${blocked}`, { name: t(`terms.force.${form.timeInForce}`) })
            : more('terms.postOnlyText')}
        </small>
      </span>
    </Choice>
  )
}

function OrderExpiry({ state: { form, dispatch }, problem }: { state: OrderFormState; problem: string | undefined }) {
  const { t } = useTranslation('trade')
  const { t: more } = useTranslation('orderKinds')
  const { expiry: blocked } = blockedTerms(form)
  return (
    <ExpiryField
      expiry={appliedTerms(form).expiry}
      onChange={(expiry) => dispatch({ type: 'terms', terms: { expiry } })}
      off={blocked && more(`terms.off.${blocked}`, { name: t(`terms.force.${form.timeInForce}`) })}
      problem={problem}
    />
  )
}
