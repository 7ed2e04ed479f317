# Generated from the API description by `npm run clients`. Do not edit.
