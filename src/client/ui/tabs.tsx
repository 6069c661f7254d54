import { chakra } from '@chakra-ui/react'
import { type ReactNode, useId } from 'react'
import { Segmented } from './segmented.tsx'

type TabsProps<Value extends string> = {
  /** Describes the choice to screen readers. */
  label: string
  value: Value
  options: readonly { readonly value: Value; readonly label: string }[]
  onChange: (value: Value) => void
  /** The content of the chosen tab. */
  children: ReactNode
}

/** Tabs in a line above their panel, which has the name of the chosen one. */
export function Tabs<Value extends string>({ children, ...choice }: TabsProps<Value>) {
  const panel = useId()
  const name = choice.options.find(({ value }) => value === choice.value)?.label
  return (
    <>
      <Segmented as="tabs" look="underline" panelId={panel} {...choice} />
      <chakra.div id={panel} role="tabpanel" aria-label={name} marginTop="4">
        {children}
      </chakra.div>
    </>
  )
}
