import { fireEvent, screen, waitFor } from '@testing-library/react'

/** A control by its name in the form, once it is there. */
async function control(name: string): Promise<HTMLInputElement> {
  return waitFor(() => {
    const found = document.querySelector<HTMLInputElement>(`[name="${name}"]`)
    if (!found || found.disabled) throw new Error(`no control ${name}`)
    return found
  })
}

/** Writes into fields, by their names. */
export async function fill(values: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(values)) fireEvent.change(await control(name), { target: { value } })
}

/** Ticks or unticks a box. */
export async function tick(name: string): Promise<void> {
  fireEvent.click(await control(name))
}

/** Ticks the first box of a list. */
export async function tickFirst(): Promise<void> {
  const [box] = await screen.findAllByRole('checkbox')
  if (!box) throw new Error('no box')
  fireEvent.click(box)
}

/** Writes into the field with this label. */
export async function write(label: string | RegExp, value: string): Promise<void> {
  fireEvent.change(await screen.findByLabelText(label), { target: { value } })
}

const nameOf = (button: Element) => button.getAttribute('aria-label') ?? button.textContent?.trim() ?? ''

/** Presses the last button of this name: a sheet comes after the page that opened it. */
export async function press(name: string): Promise<void> {
  const button = await waitFor(() => {
    const found = [...document.querySelectorAll('button, [role=radio]')].filter((each) => nameOf(each) === name)
    const last = found.at(-1)
    if (!last || last.hasAttribute('disabled')) throw new Error(`no button “${name}”`)
    return last
  })
  fireEvent.click(button)
}

/** Presses the button that sends the form, the last one on the screen. */
export async function submit(): Promise<void> {
  const form = await waitFor(() => {
    const last = [...document.querySelectorAll('form')].at(-1)
    if (!last) throw new Error('no form')
    return last
  })
  fireEvent.submit(form)
}
