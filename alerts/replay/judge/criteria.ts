/** A question to the judge. The column is called `judge_` and its name. */
export type Criterion = typeof CRITERIA[number];

/** Questions that every judge is asked. */
export const CRITERIA = [
  {
    name: "follows",
    question:
      "Does the first hypothesis follow from the items that it cites? If there is none: is " +
      "it true that the context does not tell the cause?",
  },
  { name: "certainty", question: "Does it keep what is certain apart from what is only possible?" },
  {
    name: "symptom",
    question: "Does it explain the main symptom of the alert, or say what is missing for that?",
  },
  { name: "next_step", question: "Is the first next step safe, and specific to this alert?" },
  { name: "consistent", question: "Is it free of statements that the context contradicts?" },
  {
    name: "useful",
    question: "Would it spare the person on call a step that they would have to take?",
  },
];
