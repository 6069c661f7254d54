import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type DecimalProblem, readDecimalText } from '#client/lib/digits.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { isolated } from './amount-in-sentence.ts'
import { Button } from './button.tsx'
import { DecimalInput } from './decimal-input.tsx'
import { amountOf } from './decimal-typing.ts'
import { FieldBox } from './field-box.ts'
import { FieldFrame, type FieldProps } from './field-frame.tsx'
import { showDecimal } from './show-decimal.ts'
import { showDigits } from './show-digits.ts'

type DecimalFieldProps = FieldProps & {
  /** ASCII decimal text ("98500.5"), or empty. */
  value: string
  /** Called with ASCII decimal text that the field accepts, and with the empty text for anything else. */
  onChange: (value: string) => void
  /** Digits after the point that the field accepts; more are rejected. */
  decimals: number
  /** The unit's name at the field's end. */
  unit?: string
  name?: string
  placeholder?: string
  readOnly?: boolean
  onBlur?: () => void
}

/**
 * A number field that accepts Persian, Arabic and Latin digits and marks, and groups thousands while the user types. A text that is not a number
 * stays as typed, with the reason below it, and counts as empty; `readDecimalText` has the rules.
 */
export function DecimalField(props: DecimalFieldProps) {
  const { value, decimals, unit, onChange, name, placeholder, readOnly, disabled } = props
  const language = useLanguage()
  const problemText = useProblemText(decimals)
  const [typed, setTyped] = useState(value)
  const reading = readDecimalText(typed, { decimals, language, unit })
  const isOwn = amountOf(reading) === value
  const problem = isOwn && 'problem' in reading ? reading.problem : undefined
  const change = (text: string) => {
    setTyped(text)
    const next = amountOf(readDecimalText(text, { decimals, language, unit }))
    if (next !== value) onChange(next)
  }
  return (
    <chakra.div display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="1.5">
      <FieldFrame {...props} problem={problem ? problemText(problem) : props.problem}>
        {(ids) => (
          <FieldBox dir="ltr">
            <DecimalInput
              {...{ ids, decimals, unit, name, placeholder, readOnly, disabled }}
              text={isOwn ? typed : value}
              onText={change}
              onBlur={() => {
                if (isOwn && !('problem' in reading)) setTyped(reading.typed)
                props.onBlur?.()
              }}
            />
            {unit && (
              <chakra.span paddingInlineEnd="3.5" color="fg.muted" fontSize="sm" flexShrink="0">
                <bdi>{unit}</bdi>
              </chakra.span>
            )}
          </FieldBox>
        )}
      </FieldFrame>
      {problem?.kind === 'unclear' && <Choice texts={[problem.whole, problem.fraction]} onChoose={change} />}
    </chakra.div>
  )
}

/** Offers the two numbers that an unclear text may mean. */
function Choice({ texts, onChoose }: { texts: readonly string[]; onChoose: (text: string) => void }) {
  const language = useLanguage()
  return (
    <chakra.div display="flex" gap="2">
      {texts.map((text) => (
        <Button key={text} variant="quiet" size="sm" onClick={() => onChoose(text)}>
          <bdi dir="ltr">{showDecimal(text, language)}</bdi>
        </Button>
      ))}
    </chakra.div>
  )
}

function useProblemText(decimals: number): (problem: DecimalProblem) => string {
  const { t } = useTranslation('ui')
  const language = useLanguage()
  const show = (text: string) => isolated(showDecimal(text, language))
  return (problem) => {
    if (problem.kind === 'unclear')
      return t('decimal.unclear', { whole: show(problem.whole), fraction: show(problem.fraction) })
    if (problem.kind === 'finer')
      return t('decimal.finer', { decimals: isolated(showDigits(String(problem.decimals), language)) })
    if (problem.kind === 'characters' && decimals === 0) return t('decimal.digits', { example: show('1234567') })
    return t(`decimal.${problem.kind}`, { example: show(decimals === 0 ? '1234567' : '1234.5') })
  }
}
