import { bootstrapApplication } from "@angular/platform-browser";
import { App } from "./app.component";

export const loaded = mark();

bootstrapApplication(App).catch(error => console.error(error));
