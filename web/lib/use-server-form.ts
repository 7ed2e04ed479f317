import { useForm } from '@mantine/form'
import type { UseFormReturnType } from '@mantine/form'
import { useEffect } from 'react'

/**
 * Holds a form of values that the server has. When they are read anew, the fields show them, except those that the user
 * has changed. Call `resetDirty` with the values that were saved before they are read again.
 */
export function useServerForm<Values extends Record<string, unknown>>(
  values: Values,
): UseFormReturnType<Values> {
  const form = useForm<Values>({ initialValues: values })
  const content = JSON.stringify(values)
  useEffect(() => {
    const fields = Object.entries(values).filter(([field]) => !form.isDirty(field as never))
    form.setValues(Object.fromEntries(fields) as Partial<Values>)
    form.resetDirty(values)
    // The form is the same at every render, and the values are when their content is.
  }, [content])
  return form
}
