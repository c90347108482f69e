# The stages of a festival, as records that change in a plan. Nothing here needs a
# provider from elsewhere.
terraform {
  required_version = ">= 1.4"
}

variable "year" {
  type    = number
  default = 2026
}

variable "code_word" {
  type      = string
  default   = "bassoon"
  sensitive = true
}

locals {
  towns  = ["aurich", "brake", "celle", "dannenberg", "eutin", "fehmarn", "glueckstadt", "heide"]
  halls  = ["north", "south", "open-air", "chapel"]
  stages = { for pair in setproduct(local.towns, local.halls) : "${pair[0]}-${pair[1]}" => { town = pair[0], hall = pair[1] } }
}

resource "terraform_data" "stage" {
  for_each = local.stages
  input = {
    town     = each.value.town
    hall     = each.value.hall
    seats    = 120 + 40 * index(local.halls, each.value.hall)
    power_kw = each.value.hall == "open-air" ? 64 : 32
    curfew   = var.year == 2026 && each.key == "eutin-chapel" ? "21:30" : "23:00"
  }
}

resource "terraform_data" "ledger" {
  count            = var.year == 2026 ? 0 : 1
  input            = { account = "DE00 2026 0514 0000 9007 1992 54", keep = "ten years" }
}

resource "terraform_data" "tickets" {
  input            = { series = "T${var.year}", first = 9007199254740993, price_cents = var.year == 2026 ? 3400 : 2900 }
  triggers_replace = [var.year == 2026 ? "paper" : "printed"]
}

resource "terraform_data" "gate" {
  input = { word = var.code_word, opens = var.year == 2026 ? "17:30" : "18:00" }
}

output "seats" {
  value = sum([for s in terraform_data.stage : s.input.seats])
}
