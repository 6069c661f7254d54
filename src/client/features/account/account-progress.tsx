import { chakra } from '@chakra-ui/react'
import { Check } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#client/lib/locale.ts'
import { showDigits } from '#client/ui/show-digits.ts'
import type { AccountStep } from './account-form.logic.ts'

const Mark = chakra('span', {
  base: {
    display: 'grid',
    placeItems: 'center',
    width: '1.75rem',
    height: '1.75rem',
    borderRadius: 'full',
    borderWidth: '1.5px',
    fontSize: 'sm',
    fontWeight: 'bold',
    lineHeight: '1',
  },
})

type AccountProgressProps = {
  steps: readonly AccountStep[]
  current: AccountStep
  isComplete: (step: AccountStep) => boolean
  onChoose: (step: AccountStep) => void
}

/** The steps of the form with their progress; each is a link. */
export function AccountProgress({ steps, current, isComplete, onChoose }: AccountProgressProps) {
  const { t } = useTranslation('account')
  const language = useLanguage()
  return (
    <chakra.nav aria-label={t('steps.label')}>
      <chakra.ol display="grid" gridTemplateColumns={`repeat(${steps.length}, minmax(0, 1fr))`} gap="1">
        {steps.map((step, index) => {
          const done = step !== 'review' && isComplete(step)
          const here = step === current
          const colour = done ? 'buy' : here ? 'gold' : 'fg.muted'
          return (
            <chakra.li key={step} minWidth="0" borderTopWidth="3px" borderColor={done || here ? colour : 'line'}>
              <chakra.button
                type="button"
                aria-current={here ? 'step' : undefined}
                onClick={() => onChoose(step)}
                display="flex"
                flexDirection={{ base: 'column', md: 'row' }}
                alignItems="center"
                justifyContent="center"
                gap="1.5"
                width="full"
                minHeight="tap"
                paddingBlock="2"
                fontSize="xs"
                fontWeight={here ? 'bold' : 'medium'}
                color={here ? 'fg' : 'fg.muted'}
              >
                <Mark color={colour} borderColor={colour}>
                  {done ? <Check size={15} aria-hidden="true" /> : showDigits(String(index + 1), language)}
                </Mark>
                <span>{t(`steps.${step}`)}</span>
                {done && <chakra.span srOnly>{t('steps.done')}</chakra.span>}
              </chakra.button>
            </chakra.li>
          )
        })}
      </chakra.ol>
    </chakra.nav>
  )
}
