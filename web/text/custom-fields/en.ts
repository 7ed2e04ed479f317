/** The values and filters of contacts' custom fields. */
export const customFields = {
  title: 'Custom fields',
  true: 'Yes',
  false: 'No',
  none: 'None',
  from: '{label} from',
  to: '{label} to',
}
