import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

type TwoStepChoiceProps = {
  icon: ReactNode
  name: string
  text: string
  /** The contact that receives its codes. */
  contact: string | null
  chosen: boolean
  /** The method that logins use now. */
  present: boolean
  busy: boolean
  disabled: boolean
  onChoose: () => void
}

const Row = chakra('button', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr) auto',
    alignItems: 'center',
    gap: '3.5',
    width: 'full',
    minHeight: 'tap',
    padding: '3.5',
    borderRadius: 'lg',
    borderWidth: '1px',
    borderColor: 'line',
    bg: 'sunken',
    textAlign: 'start',
    transition: 'border-color 140ms, background-color 140ms',
    _hover: { borderColor: 'line.strong' },
    '&[aria-checked=true]': { borderColor: 'gold', bg: 'gold.subtle' },
    _disabled: { cursor: 'progress' },
  },
})

/** A method as a row that is pressed as a whole. Arrow keys only move the focus, since a press sends a code. */
export function TwoStepChoice(props: TwoStepChoiceProps) {
  const { icon, name, text, contact, chosen, present, busy, disabled, onChoose } = props
  const { t } = useTranslation('settings')
  return (
    // biome's rule wants a native radio, whose arrow keys would send a code each.
    <Row
      type="button"
      role="radio"
      aria-checked={chosen}
      aria-busy={busy || undefined}
      disabled={disabled}
      onClick={onChoose}
    >
      <chakra.span color={chosen ? 'gold' : 'fg.muted'} display="inline-flex">
        {icon}
      </chakra.span>
      <chakra.span minWidth="0" display="grid" gap="0.5">
        <chakra.span
          display="flex"
          flexWrap="wrap"
          alignItems="center"
          columnGap="2.5"
          rowGap="1"
          fontWeight="semibold"
          fontSize="sm"
        >
          {name}
          {present && (
            <chakra.span
              paddingInline="2"
              borderRadius="full"
              bg="buy.subtle"
              color="buy"
              fontSize="xs"
              fontWeight="semibold"
              lineHeight="1.6"
            >
              {t('twoStep.present')}
            </chakra.span>
          )}
        </chakra.span>
        <chakra.span fontSize="sm" color="fg.muted" overflowWrap="anywhere">
          {contact === null ? text : <bdi dir="ltr">{contact}</bdi>}
        </chakra.span>
      </chakra.span>
      <Mark chosen={chosen} busy={busy} />
    </Row>
  )
}

/** The mark of a radio; a spinning ring while the code is being sent. */
function Mark({ chosen, busy }: { chosen: boolean; busy: boolean }) {
  const ring = busy
    ? ({ borderTopColor: 'transparent', animation: 'turn 700ms linear infinite' } as const)
    : { padding: '0.25rem' }
  return (
    <chakra.span
      aria-hidden="true"
      display="grid"
      width="1.25rem"
      height="1.25rem"
      borderRadius="full"
      borderWidth="2px"
      borderColor={chosen ? 'gold' : 'line.strong'}
      {...ring}
    >
      {chosen && !busy && <chakra.span borderRadius="full" bg="gold" />}
    </chakra.span>
  )
}
